import { checkVariable } from './launch.js';
import type { Argument, Command } from './quote.js';

type Ask = (commands: readonly Command[]) => Promise<Buffer[]>;

/** The environment that tmux gives to programs it starts from now on, of a session or of the whole server. */
export class Environment {
  readonly #ask: Ask;
  readonly #target: readonly Argument[];

  /** @param target `-t` and the session, or `-g` */
  constructor(ask: Ask, target: readonly Argument[]) {
    this.#ask = ask;
    this.#target = target;
  }

  async set(name: string, value: string): Promise<void> {
    await this.#ask([['set-environment', ...this.#target, '--', checkVariable(name), value]]);
  }

  async unset(name: string): Promise<void> {
    await this.#ask([['set-environment', ...this.#target, '-u', '--', checkVariable(name)]]);
  }

  /** All variables. A value with newlines is cut by tmux's own listing only before 3.4 where a line looks like a variable. */
  async all(): Promise<Map<string, string>> {
    const [body] = await this.#ask([['show-environment', '-s', ...this.#target]]);
    const variables = new Map<string, string>();
    // Each is printed as NAME="value"; export NAME; with backslashes before what is special in double quotes.
    const pattern = /^([A-Za-z_][A-Za-z0-9_]*)="((?:[^"\\]|\\[\s\S])*)"; export \1;$/gm;
    for (const [, name = '', value = ''] of (body ?? Buffer.alloc(0)).toString().matchAll(pattern)) {
      variables.set(name, value.replaceAll(/\\([\s\S])/g, '$1'));
    }
    return variables;
  }

  async get(name: string): Promise<string | undefined> {
    return (await this.all()).get(name);
  }
}
