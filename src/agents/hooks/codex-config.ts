import { MuxError } from '../../model/index.js';
import { codexNotify } from './hook-event.js';
import { hookScriptName } from './hook-script.js';
import { type TomlEntry, TomlMistake, tomlHead } from './toml-head.js';

/**
 * The text of a Codex configuration with our script as its `notify` program. Codex has room for one: another that is
 * there is refused with `HOOK_IN_USE`, or with `chain` called by ours, and kept in a comment for later.
 *
 * @param script path of the hook script
 */
export function addNotify(text: string, script: string, path: string, chain: boolean): string {
  const entries = headOf(text, path);
  const present = entries.find(({ key }) => key === 'notify');
  const newline = text.includes('\r\n') ? '\r\n' : '\n';
  if (!present) {
    const last = entries.at(-1);
    const line = notifyLine(script, []);
    // A byte order mark is one only at the very beginning.
    const mark = text.startsWith('\ufeff') ? '\ufeff' : '';
    if (!last) return `${mark}${line}${newline}${text.slice(mark.length)}`;
    return `${text.slice(0, last.end)}${newline}${line}${text.slice(last.end)}`;
  }
  if (isOurs(present)) {
    const line = notifyLine(script, wordsOf(present, path).slice(CALL_WORDS));
    return text.slice(0, present.start) + line + text.slice(present.end);
  }
  const others = wordsOf(present, path);
  if (!chain) {
    throw new MuxError('HOOK_IN_USE', `${path} already has a notify program: ${others.join(' ')}.`, {
      suggestion: 'Install with chain, and muxwright calls it each time; or take it out first.',
      details: { path, notify: others },
    });
  }
  const kept = text.slice(present.start, present.end).replace(/^/gm, KEPT);
  const line = notifyLine(script, others);
  return text.slice(0, present.start) + kept + newline + line + text.slice(present.end);
}

/** The text without our script, and with what was there before. */
export function removeNotify(text: string, path: string): string {
  const present = headOf(text, path).find((entry) => entry.key === 'notify' && isOurs(entry));
  if (!present) return text;
  const end = text.slice(present.end).match(/^\r?\n/)?.[0].length ?? 0;
  const [before, after] = [text.slice(0, present.start), text.slice(present.end)];
  const kept = KEPT_LINES.exec(before);
  if (kept) return before.slice(0, kept.index) + kept[0].replaceAll(KEPT, '').replace(/\r?\n$/, '') + after;
  // It was added behind the last key, which may have been the end of the file, or in front of all.
  return end > 0 ? before + after.slice(end) : before.replace(/\r?\n$/, '');
}

const KEPT = '# muxwright keeps: ';
const KEPT_LINES = /(?:^# muxwright keeps: .*\r?\n)+$/m;

/** The script, its event, and `--then`. */
const CALL_WORDS = 3;

function notifyLine(script: string, then: readonly string[]): string {
  const words = [script, codexNotify, ...(then.length > 0 ? ['--then', ...then] : [])];
  // A TOML string in double quotes has the escapes of JSON.
  return `notify = [${words.map((word) => JSON.stringify(word)).join(', ')}]`;
}

function isOurs({ value }: TomlEntry): boolean {
  return value.includes(`/${hookScriptName}`);
}

/** The words of a list of strings. */
function wordsOf({ value }: TomlEntry, path: string): string[] {
  const list = value.replace(
    /("(?:[^"\\\n]|\\.)*"|'[^'\n]*')|#.*/g,
    (_, string: string | undefined) => string ?? '',
  );
  const words = [...list.matchAll(/"((?:[^"\\\n]|\\.)*)"|'([^'\n]*)'/g)].map(([, escaped, literal]) =>
    literal === undefined ? unescaped(escaped ?? '') : literal,
  );
  if (list.startsWith('[') && words.every((word) => word !== undefined))
    return words.filter((word) => word !== undefined);
  throw new MuxError('HOOKS_FILE_INVALID', `The notify of ${path} is not a list of strings.`, {
    suggestion: 'Fix the file first; nothing was changed.',
    details: { path },
  });
}

function unescaped(text: string): string | undefined {
  try {
    return JSON.parse(
      `"${text.replace(/\\U([0-9a-fA-F]{8})/g, (_, hex: string) => String.fromCodePoint(Number.parseInt(hex, 16))).replace(/\\e/g, '\\u001b')}"`,
    );
  } catch {
    return undefined;
  }
}

function headOf(text: string, path: string): TomlEntry[] {
  try {
    return tomlHead(text);
  } catch (error) {
    if (!(error instanceof TomlMistake)) throw error;
    throw new MuxError('HOOKS_FILE_INVALID', `${path}:${error.line}: it is not TOML: ${error.message}.`, {
      suggestion: 'Fix the file first; nothing was changed.',
      details: { path, line: error.line },
    });
  }
}
