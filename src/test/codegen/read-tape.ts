import { MuxError } from '../../model/index.js';
import { LinearPattern } from '../../patterns/index.js';
import type { DrivenSession, DrivenStep } from './driven-session.js';
import type { PersonInput } from './read-input.js';

/**
 * Reads a tape of VHS. Its pauses are left out, because a test waits for what happens; so is what says how a video looks. The
 * program is the shell of the tape.
 *
 * @param place how the tape is called in errors
 */
export function readTape(text: string, place: string): DrivenSession {
  const steps: DrivenStep[] = [];
  const env: Record<string, string> = {};
  let shell = 'bash';
  let clipboard = '';
  for (const [index, line] of text.split('\n').entries()) {
    const words = wordsOf(line.trim());
    const [command = '', ...rest] = words;
    const wrong = (why: string): MuxError =>
      new MuxError('RECORDING_INVALID', `Line ${index + 1} of '${place}' cannot be read: ${why}.`, {
        suggestion: 'Write the tape as VHS reads it: https://github.com/charmbracelet/vhs.',
        details: { line: index + 1 },
      });
    if (command === '' || command.startsWith('#')) continue;
    const [name = '', ...marks] = command.split(/[@+](?=\S)/);
    const texts = (): string => {
      if (rest.length > 0) return rest.map(unquoted).join(' ');
      throw wrong(`${name} has no text`);
    };
    const typed = (data: string): void =>
      void steps.push(...inputsOf(data).map((input): DrivenStep => ({ kind: 'input', input })));
    if (name === 'Set') {
      if (rest[0] === 'Shell') shell = unquoted(rest[1] ?? '');
    } else if (name === 'Env') env[unquoted(rest[0] ?? '')] = unquoted(rest[1] ?? '');
    else if (IGNORED.has(name)) continue;
    else if (name === 'Type') typed(texts());
    else if (name === 'Copy') clipboard = texts();
    else if (name === 'Paste') typed(clipboard);
    else if (name === 'Wait') steps.push(waitOf(marks, rest, wrong));
    else steps.push(...pressed(command, rest, wrong));
  }
  return { steps, env: { ...env, PS1: '> ' }, command: SHELLS[shell] ?? [shell] };
}

/** How a video looks, and how long it takes. */
const IGNORED: ReadonlySet<string> = new Set(['Sleep', 'Output', 'Require', 'Hide', 'Show', 'Screenshot']);

const SHELLS: Readonly<Record<string, readonly string[]>> = {
  bash: ['bash', '--noprofile', '--norc', '+o', 'history'],
  zsh: ['zsh', '--no-rcs'],
  fish: ['fish', '--no-config'],
};

/** Words, quoted texts and patterns, with their marks. */
function wordsOf(line: string): string[] {
  return line.match(/"[^"]*"|'[^']*'|`[^`]*`|\/(?:[^/\\]|\\.)*\/|\S+/g) ?? [];
}

function unquoted(word: string): string {
  return /^(["'`]).*\1$/s.test(word) ? word.slice(1, -1) : word;
}

function inputsOf(text: string): PersonInput[] {
  return text
    .split(/(\n)/)
    .filter((part) => part !== '')
    .map(
      (part): PersonInput => (part === '\n' ? { kind: 'key', key: 'Enter' } : { kind: 'text', text: part }),
    );
}

const KEYS: Readonly<Record<string, string>> = {
  Enter: 'Enter',
  Tab: 'Tab',
  Space: 'Space',
  Backspace: 'BSpace',
  Delete: 'DC',
  Insert: 'IC',
  Escape: 'Escape',
  Up: 'Up',
  Down: 'Down',
  Left: 'Left',
  Right: 'Right',
  Home: 'Home',
  End: 'End',
  PageUp: 'PageUp',
  PageDown: 'PageDown',
};

const HELD: Readonly<Record<string, string>> = { Ctrl: 'C-', Alt: 'M-', Shift: 'S-' };

/** `Down@200ms 3`, `Ctrl+C`, `Shift+Tab`. */
function pressed(
  command: string,
  [count = '1']: readonly string[],
  wrong: (why: string) => MuxError,
): DrivenStep[] {
  const [keys = ''] = command.split('@');
  const parts = keys.split('+');
  const last = parts.pop() ?? '';
  const held = parts.map((part) => HELD[part]);
  const isCharacter = [...last].length === 1 && parts.length > 0;
  const key = isCharacter ? last.toLowerCase() : KEYS[last];
  if (key === undefined || held.includes(undefined)) throw wrong(`'${keys}' is not a command or a key`);
  if (!/^\d+$/.test(count)) throw wrong(`'${count}' is not a number of times`);
  const name = keys === 'Shift+Tab' ? 'BTab' : `${held.join('')}${key}`;
  const input: PersonInput = name === 'Space' ? { kind: 'text', text: ' ' } : { kind: 'key', key: name };
  return Array.from({ length: Number(count) }, () => ({ kind: 'input', input }));
}

/** `Wait+Screen@10s /done/`: on the line of the cursor unless it says otherwise. */
function waitOf(
  marks: readonly string[],
  rest: readonly string[],
  wrong: (why: string) => MuxError,
): DrivenStep {
  const [pattern = '/>$/'] = rest;
  const source = /^\/(.*)\/$/s.exec(pattern)?.[1];
  if (source === undefined) throw wrong(`'${pattern}' is not a pattern between slashes`);
  try {
    const linear = new LinearPattern(new RegExp(source, 'mu'));
    return {
      kind: 'wait',
      shows: (text) => linear.test(text),
      where: marks.includes('Screen') ? 'screen' : 'line',
    };
  } catch (error) {
    throw wrong(`${pattern} is not a pattern: ${error instanceof Error ? error.message : String(error)}`);
  }
}
