import { plainLine } from '../../recorder/index.js';
import { withoutBegunSecret } from '../../redaction/index.js';
import type { LiveRedactor } from '../../redaction/live-redactor.js';
import { oscPattern, unfinishedSequence } from '../../vt/index.js';
import { behindEcho } from './behind-echo.js';

export interface CommandOutputOptions {
  readonly command: string;
  /** The nonce of the pane's own shell; empty where it has none. */
  readonly shell: string;
  /** Whether that shell was at its prompt when the command was typed: until it says more, nothing is output. */
  readonly atPrompt: boolean;
  /** Number of the first prompt at which the command can start; what starts before is something else. */
  readonly startsAt: number;
  readonly redactor: LiveRedactor;
  /** What is looked for. */
  readonly text?: string | undefined;
}

/**
 * What a pane prints behind a command. A shell of ours tells where its prompt begins and where a command starts: what
 * stands between is a prompt and what was typed there, and no output. Elsewhere the first echo of the command is none.
 */
export class CommandOutput {
  readonly #options: CommandOutputOptions;
  readonly #marks: RegExp;
  readonly #lines: ReturnType<LiveRedactor['lines']>;
  #atPrompt: boolean;
  /** A mark that has not come whole. */
  #begun = '';
  /** Output that may still be the echo; `undefined` behind it. */
  #echo: string | undefined;
  /** The line that has not ended. */
  #line = '';
  /** The lines that have, the last of them. */
  #text = '';
  #dropped = 0;
  /** The end of what was searched: what is looked for may have begun in it. */
  #searched = '';
  #found = false;

  constructor(options: CommandOutputOptions) {
    this.#options = options;
    this.#atPrompt = options.atPrompt;
    this.#echo = options.atPrompt ? undefined : '';
    this.#lines = options.redactor.lines();
    const nonce = options.shell || 'none';
    this.#marks = new RegExp(oscPattern([`7770;${nonce};`, `7;muxwright:${nonce}:`], 'javascript'));
  }

  feed(data: string): void {
    let rest = this.#begun + data;
    for (let mark = this.#marks.exec(rest); mark; mark = this.#marks.exec(rest)) {
      this.#take(rest.slice(0, mark.index));
      this.#hear(mark[1] ?? '');
      rest = rest.slice(mark.index + mark[0].length);
    }
    const end = unfinishedSequence(rest);
    this.#begun = rest.slice(end);
    this.#take(rest.slice(0, end));
  }

  /** Whether what is looked for has come. */
  get found(): boolean {
    const { text } = this.#options;
    return this.#found || (text !== undefined && (this.#searched + this.#unfinished()).includes(text));
  }

  /** Whether it has come with a line that has not ended, of which this much is known. */
  foundIn(unfinished: string): boolean {
    const line = new CommandOutput({ ...this.#options, command: '', atPrompt: this.#atPrompt });
    line.feed(unfinished);
    return line.found;
  }

  toString(): string {
    return bounded((this.#text + this.#unfinished()).trim(), this.#dropped);
  }

  #hear(mark: string): void {
    const [word = '', prompt] = mark.split(/[:;]/, 2);
    if (word === 'run') {
      this.#atPrompt = false;
      this.#echo = Number(prompt) < this.#options.startsAt ? '' : undefined;
    } else if (word === 'idle' && mark.endsWith(':sh')) {
      // It does not say when it starts something; it may echo what was typed ahead once more.
      this.#atPrompt = false;
      this.#echo = '';
    } else if (word === 'D' || word === 'idle') {
      this.#endEcho();
      // Where the end of what ran was told before we listened, this line is the prompt.
      if (word === 'idle' && !this.#atPrompt) this.#line = '';
      this.#atPrompt = true;
    }
  }

  #take(text: string): void {
    if (this.#atPrompt || text === '') return;
    if (this.#echo === undefined) return this.#print(text);
    this.#echo += text;
    const { command } = this.#options;
    const { whole, behind } = behindEcho(this.#echo, command);
    if ((whole && behind !== '') || this.#echo.length > 4 * command.length + ECHO_COMES_WITHIN)
      this.#endEcho();
  }

  #endEcho(): void {
    if (this.#echo === undefined) return;
    const printed = this.#echo;
    const { whole, behind } = behindEcho(printed, this.#options.command);
    this.#echo = undefined;
    this.#print(whole ? behind : printed);
  }

  #print(text: string): void {
    const lines = (this.#line + text).split('\n');
    this.#line = (lines.pop() ?? '').slice(-LONGEST_LINE);
    if (lines.length === 0) return;
    const ended = lines.map((line) => `${this.#lines.line(plainLine(line.replace(/\r+$/, '')))}\n`).join('');
    this.#search(ended);
    this.#text += ended;
    // Seldom: to cut a text costs its length.
    if (this.#text.length < 10 * LONGEST_OUTPUT) return;
    this.#dropped += this.#text.length - LONGEST_OUTPUT;
    this.#text = this.#text.slice(-LONGEST_OUTPUT);
  }

  /** Only what is new, as there may be very much. */
  #search(ended: string): void {
    const { text } = this.#options;
    if (text === undefined || this.#found) return;
    const searched = this.#searched + ended;
    this.#found = searched.includes(text);
    this.#searched = searched.slice(-text.length);
  }

  #unfinished(): string {
    const { redactor, command } = this.#options;
    if (this.#line === '' && !this.#echo) return '';
    const held = this.#echo === undefined ? '' : behindEcho(this.#echo, command).behind;
    const lines = (this.#line + held).split(/\r*\n/).map(plainLine);
    const last = withoutBegunSecret(redactor.prompt(redactor.withoutBegun(lines.pop() ?? '')));
    return [...lines.map((line) => redactor.line(line)), last].join('\n');
  }
}

const ECHO_COMES_WITHIN = 4_000;
const LONGEST_LINE = 64 * 1024;
const LONGEST_OUTPUT = 100_000;

/** The end of output that is too long for an answer. */
export function bounded(output: string, dropped = 0): string {
  if (output.length <= LONGEST_OUTPUT && dropped === 0) return output;
  const end = output.slice(-LONGEST_OUTPUT);
  const missing = dropped + output.length - end.length;
  return `[muxwright: the first ${missing} characters are left out; use action='read']\n${end}`;
}
