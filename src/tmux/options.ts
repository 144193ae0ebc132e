import { MuxError } from '../model/index.js';
import type { Argument, Command } from './quote.js';
import { unescapeC } from './unescape-c.js';

type Ask = (commands: readonly Command[]) => Promise<Buffer[]>;

/**
 * Options of a server, session, window or pane, and user options (`@name`), which stay with it as long as it lives.
 *
 * @example
 * await pane.options.set('@owner', 'build bot');
 * await pane.options.get('@owner'); // 'build bot'
 */
export class Options {
  readonly #ask: Ask;
  readonly #scope: readonly Argument[];
  readonly #target: readonly Argument[];

  /**
   * @param scope the flag that chooses the kind of option: `-p`, `-w`, none for sessions, `-g`, `-s`
   * @param target `-t` and the id, or nothing for the server's own
   */
  constructor(ask: Ask, scope: readonly Argument[], target: readonly Argument[]) {
    this.#ask = ask;
    this.#scope = scope;
    this.#target = target;
  }

  async set(name: string, value: string): Promise<void> {
    await this.#ask([['set-option', ...this.#scope, ...this.#target, '--', checkOption(name), value]]);
  }

  /** The value in force, also where it is inherited; `undefined` for a user option that is not set. */
  async get(name: string): Promise<string | undefined> {
    const ask: Command = [
      'show-options',
      '-A',
      '-q',
      ...this.#scope,
      ...this.#target,
      '--',
      checkOption(name),
    ];
    const [body] = await this.#ask([ask]);
    const line = (body ?? Buffer.alloc(0)).toString().replace(/\n$/, '');
    if (line === '') return undefined;
    if (new RegExp(`^${name}\\[\\d+\\]`).test(line)) throw arrayOption(name);
    const space = line.indexOf(' ');
    return space < 0 ? '' : unquote(line.slice(space + 1));
  }

  async unset(name: string): Promise<void> {
    await this.#ask([['set-option', ...this.#scope, '-u', ...this.#target, '--', checkOption(name)]]);
  }
}

/** Undoes how tmux prints values: bare, in one kind of quotes or the other, with escapes as in C. */
function unquote(printed: string): string {
  const inner = /^(["'])(.*)\1$/s.exec(printed)?.[2] ?? printed;
  return unescapeC(inner);
}

function arrayOption(name: string): MuxError {
  return new MuxError('INVALID_ARGUMENT', `'${name}' is a list, not one value.`, {
    suggestion: `Ask for one of its elements: '${name}[0]'.`,
  });
}

function checkOption(name: string): string {
  if (/^@?[A-Za-z0-9_-]+(?:\[\d+\])?$/.test(name)) return name;
  throw new MuxError('INVALID_NAME', `'${name}' cannot name an option.`, {
    suggestion: "Options of your own begin with '@' and have letters, digits, '-' and '_'.",
  });
}
