import { shellQuote } from '../model/index.js';
import { shownCommand } from '../shells/index.js';
import { checkBytes, checkObject, checkText, checkWord, invalid } from './check-input.js';

/** What a request tells the program that answers it, and its hooks. */
export interface RequestMetadata {
  readonly requestId: string;
  readonly chatId: string | number;
  readonly workspace: string;
}

/**
 * A program that gets a prompt: words, or a line for a shell. `{prompt}` stands for the prompt, which is always one word,
 * or within one.
 */
export type CommandTemplate = string | readonly string[];

/**
 * The command for a shell that runs a template with a prompt, with the metadata in the environment of nothing else. A
 * line above says what is run, for people who look.
 */
export function promptCommand(
  template: CommandTemplate,
  prompt: string | Uint8Array,
  metadata: RequestMetadata,
): Buffer {
  const bytes = checkBytes('prompt', prompt);
  checkObject('metadata', metadata, 'Give { requestId, chatId, workspace }.');
  const variables = Object.entries(ENVIRONMENT).map(
    ([name, key]) => `${name}=${shellQuote(checkText(key, metadata[key] ?? ''))}`,
  );
  checkFilledWords(template, bytes.length);
  // In this form each character is one byte, and nothing that means something to a shell is changed by it.
  const line = fill(binary(template), bytes.toString('latin1'));
  const shown = shownCommand(Buffer.from(line, 'latin1').toString());
  const lines = [
    `printf '%s\\n' ${shellQuote(asBytes(`$ ${shown}`))}`,
    withVariables(template, variables.map(asBytes), line),
  ];
  return Buffer.from(`${lines.join('\n')}\n`, 'latin1');
}

/** Checks a template before anything is done with it. */
export function checkTemplate(template: CommandTemplate): CommandTemplate {
  const words: readonly unknown[] = Array.isArray(template) ? template : [template];
  if (!words.every((word) => typeof word === 'string')) {
    throw invalid(
      `The command is ${shown(template)}: it must be a string, or an array of strings.`,
      SUGGESTED_COMMAND,
    );
  }
  for (const word of words) checkText('command', word);
  if (!words.some((word) => word.includes(PLACE))) {
    throw invalid(`The command has no place for the prompt: ${shown(template)}.`, SUGGESTED_COMMAND);
  }
  if (typeof template === 'string' && isQuoted(template)) {
    throw invalid(
      `The command puts quotes around the prompt: ${shown(template)}.`,
      `Write ${PLACE} without quotes: it becomes one word, whatever is in it.`,
    );
  }
  return template;
}

const PLACE = '{prompt}';
const SUGGESTED_COMMAND = `Write ${PLACE} where it shall stand: claude -p ${PLACE}.`;

/** Whether a place for the prompt is within quotes, which end where those of the prompt begin. */
function isQuoted(template: string): boolean {
  const outside = template.replaceAll(/\\.|'[^']*'|"(?:\\.|[^"\\])*"/gs, '');
  return outside.split(PLACE).length !== template.split(PLACE).length;
}

const ENVIRONMENT = {
  REQUEST_ID: 'requestId',
  CHAT_ID: 'chatId',
  WORKSPACE_NAME: 'workspace',
} as const satisfies Record<string, keyof RequestMetadata>;

/** The prompt may stand in a word several times, and with something around it. */
function checkFilledWords(template: CommandTemplate, promptBytes: number): void {
  const words = typeof template === 'string' ? (template.match(SHELL_WORD) ?? []) : template;
  for (const word of words) {
    const places = word.split(PLACE).length - 1;
    checkWord(word, Buffer.byteLength(word) + places * (promptBytes - PLACE.length));
  }
}

const SHELL_WORD = /(?:\\.|'[^']*'|"(?:\\.|[^"\\])*"|[^\s;&|()<>'"\\])+/gs;

function binary(template: CommandTemplate): CommandTemplate {
  return typeof template === 'string' ? asBytes(template) : template.map(asBytes);
}

function asBytes(text: string): string {
  return Buffer.from(text).toString('latin1');
}

function fill(template: CommandTemplate, prompt: string): string {
  if (typeof template === 'string') return template.replaceAll(PLACE, () => shellQuote(prompt));
  return template.map((word) => shellQuote(word.replaceAll(PLACE, () => prompt))).join(' ');
}

/**
 * An assignment before a command applies to that command only, and not to the words after it. If a line has
 * several commands, or uses variables, the variables are exported for the whole line: it runs in a separate shell.
 */
function withVariables(template: CommandTemplate, variables: readonly string[], line: string): string {
  const several = typeof template === 'string' && /[;&|()\n`$]/.test(template);
  return several ? `export ${variables.join(' ')}\n${line}` : `${variables.join(' ')} ${line}`;
}

function shown(template: unknown): string {
  return (JSON.stringify(template) ?? String(template)).slice(0, 200);
}
