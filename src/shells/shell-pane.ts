import { randomBytes } from 'node:crypto';
import {
  type Command,
  commandLine,
  hasQuirk,
  type Pane,
  pasteInto,
  type TmuxContext,
} from '../tmux/index.js';
import { keys } from './integration/marks-of-shell.js';
import { CLAIM_OPTION, readShellState, type ShellKind, type ShellState } from './shell-state.js';
import { ShellTap } from './shell-tap.js';

/** What goes into a paste buffer by one command. */
const ONE_REQUEST_BYTES = 64 * 1024;

/** The pane of an integrated shell: its state, its marks, its keys, and whose turn it is. */
export class ShellPane {
  readonly pane: Pane;
  readonly nonce: string;
  readonly kind: ShellKind;
  readonly tap: ShellTap;
  readonly #tmux: TmuxContext;

  constructor(
    tmux: TmuxContext,
    pane: Pane,
    nonce: string,
    kind: ShellKind,
    tap = new ShellTap(pane, nonce),
  ) {
    this.#tmux = tmux;
    this.pane = pane;
    this.nonce = nonce;
    this.kind = kind;
    this.tap = tap;
  }

  get id(): string {
    return this.pane.id;
  }

  state(): Promise<ShellState> {
    return readShellState(this.#tmux, this.id, this.nonce);
  }

  /** Gives bytes to the terminal as they are, also while a person looks at the history of the pane. */
  async send(bytes: string): Promise<void> {
    if (bytes.length < ONE_REQUEST_BYTES) await this.#request(this.#pasteCommands(bytes));
    else
      await pasteInto(this.id, bytes, { bracketed: false, newline: 'lf' }, this.#tmux, (commands) =>
        this.#request(commands),
      );
  }

  /**
   * Takes the turn at a prompt, among all processes, and presses keys there: tmux does both, or none if the shell has
   * gone on or somebody was faster. Nobody has to give the turn back, as there is a next prompt; and who died is found
   * out, as its client is gone.
   */
  async claim(state: ShellState, bytes: string): Promise<Claim | undefined> {
    const mine = `${state.prompt} ${randomBytes(6).toString('hex')} ${state.client}`;
    const taken = state.claim.startsWith(`${state.prompt} `);
    if (taken && (await this.#lives(state.claim))) return undefined;
    const unchanged = `#{&&:#{==:#{pane_path},${state.path}},#{==:#{${CLAIM_OPTION}},${state.claim}}}`;
    const set: Command = ['set-option', '-p', '-t', this.id, CLAIM_OPTION, mine];
    // A client that died may have left a line editor in the middle of reading a command.
    const readsOn = taken && (this.kind === 'bash' || this.kind === 'zsh');
    const inner = commandLine([set, ...this.#pasteCommands(readsOn ? keys.abandon + bytes : bytes)]);
    const bodies = await this.#request([
      ['if-shell', '-F', '-t', this.id, unchanged, inner],
      ['display-message', '-p', '-t', this.id, `#{${CLAIM_OPTION}}`],
    ]);
    // The commands inside if-shell answer as well, where they are carried out.
    if ((bodies.at(-1) ?? '').toString().trim() !== mine) return undefined;
    return { release: () => this.#release(mine) };
  }

  #pasteCommands(bytes: string): Command[] {
    const buffer = `muxwright-${randomBytes(8).toString('hex')}`;
    const { version } = this.#tmux;
    const exact = version && hasQuirk(version, 'paste-made-printable') ? ['-S'] : [];
    return [
      ['set-buffer', '-b', buffer, '--', bytes],
      ['paste-buffer', '-d', '-r', ...exact, '-b', buffer, '-t', this.id],
    ];
  }

  #request(commands: readonly Command[]): Promise<Buffer[]> {
    return this.#tmux.request(commands);
  }

  async #lives(claim: string): Promise<boolean> {
    const [body] = await this.#request([['list-clients', '-F', '#{client_name}']]);
    const client = claim.split(' ')[2] ?? '';
    return (body ?? '').toString().split('\n').includes(client);
  }

  async #release(claim: string): Promise<void> {
    const unset = commandLine([['set-option', '-pu', '-t', this.id, CLAIM_OPTION]]);
    const still = `#{==:#{${CLAIM_OPTION}},${claim}}`;
    await this.#request([['if-shell', '-F', '-t', this.id, still, unset]]);
  }
}

/** The turn at one prompt. */
export interface Claim {
  /** Lets somebody else have it, where nothing was run. */
  release(): Promise<void>;
}
