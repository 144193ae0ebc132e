import { type Command, keyCommands, typeCommands } from '../../tmux/index.js';
import { Terminal } from '../terminal/terminal.js';
import type { OutputTap } from '../terminal/terminal-feed.js';
import type { RunningProgram } from '../terminal/terminal-state.js';
import { InputReader, type PersonInput } from './read-input.js';
import type { Moment, Recording, SessionPlan } from './recording.js';

/** Starts a program in a terminal as tests have it, and keeps what is done there. */
export async function recordSession(plan: SessionPlan, tap: OutputTap): Promise<RecordedSession> {
  const terminal = new Terminal(terminalOptions(plan));
  terminal.state.tap = tap;
  try {
    await terminal.run(plan.command);
    return new RecordedSession(plan, terminal);
  } catch (error) {
    await terminal.close();
    throw error;
  }
}

/** The options of a terminal for a session, and for a replay of it. */
export function terminalOptions({
  size,
  cwd,
  on,
  env,
}: SessionPlan): ConstructorParameters<typeof Terminal>[0] {
  return { size, ...(cwd !== undefined && { cwd }), ...(on !== undefined && { on }), ...(env && { env }) };
}

/** A program in the hands of a person, or of a script. */
export class RecordedSession implements AsyncDisposable {
  readonly #plan: SessionPlan;
  readonly #terminal: Terminal;
  readonly #reader = new InputReader();
  readonly #moments: Moment[] = [];
  #doing: Promise<void> = Promise.resolve();
  #size: readonly [number, number];

  /** @internal Use `recordSession`. */
  constructor(plan: SessionPlan, terminal: Terminal) {
    this.#plan = plan;
    this.#terminal = terminal;
    this.#size = plan.size;
  }

  get terminal(): Terminal {
    return this.#terminal;
  }

  /** What a terminal sends: goes to the program, in order, and is kept. */
  type(bytes: Uint8Array): Promise<void> {
    return this.do(this.#reader.read(bytes));
  }

  /** The same, already read. */
  do(inputs: readonly PersonInput[]): Promise<void> {
    this.#doing = this.#doing.then(async () => {
      for (const input of inputs) await this.#send(input);
    });
    return this.#doing;
  }

  /** Gives the terminal another size. */
  resize(size: readonly [columns: number, rows: number]): Promise<void> {
    this.#doing = this.#doing.then(async () => {
      if (size[0] === this.#size[0] && size[1] === this.#size[1]) return;
      this.#size = size;
      await this.#keep({ kind: 'resize', size });
      await this.#terminal.resize(...size);
    });
    return this.#doing;
  }

  /** Resolves when the program has ended. */
  async ended(): Promise<void> {
    const { feed } = this.#program;
    while (!feed.exit) await feed.next(feed.changes, Number.POSITIVE_INFINITY);
  }

  /** Ends the session, and gives what was recorded. */
  async finish(): Promise<Recording> {
    await this.#doing;
    const { exit } = this.#program.feed;
    const screen = await this.#terminal.screen();
    const recording = { ...this.#plan, moments: this.#moments, screen, exit };
    await this[Symbol.asyncDispose]();
    return recording;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#terminal.close();
  }

  get #program(): RunningProgram {
    return this.#terminal.state.program;
  }

  async #send(input: PersonInput): Promise<void> {
    const { pane, feed, kernel } = this.#program;
    if (feed.exit) return;
    const before = await this.#keep(input);
    const commands = commandsFor(input, pane);
    if (feed.exit) return;
    await pane.tmux.request(commands);
    // So that the next screen shows what the program has made of it.
    if (before?.state === 'waiting') await kernel.untilRead(before, READ_MS);
  }

  async #keep(input: Moment['input']): Promise<Moment['kernel']> {
    const kernel = this.#program.feed.exit ? undefined : await this.#program.kernel.ask();
    this.#moments.push({ input, screen: await this.#terminal.screen(), kernel });
    return kernel;
  }
}

/** A person continues typing meanwhile. */
const READ_MS = 200;

function commandsFor(input: PersonInput, pane: RunningProgram['pane']): Command[] {
  switch (input.kind) {
    case 'key':
      return keyCommands(pane.id, [input.key], pane.tmux.version);
    case 'text':
      return typeCommands(pane.id, input.text);
    default:
      return typeCommands(pane.id, Buffer.from(input.bytes, 'latin1'));
  }
}
