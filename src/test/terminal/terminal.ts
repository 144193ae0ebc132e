import { MuxError } from '../../model/index.js';
import { type StyledScreen, screenText } from '../../screen/index.js';
import { type FillOptions, fillText, type InputContext, pressKeys, typeText } from '../input/keyboard.js';
import { type ClickOptions, clickMouse, type Point, turnWheel, type WheelOptions } from '../input/mouse.js';
import type { InputOptions } from '../input/send-input.js';
import { LocatorSource } from '../locators/locator.js';
import { LocatorQuery } from '../locators/locator-query.js';
import type { Secret } from '../secret.js';
import { sourceLine } from '../source-line.js';
import { currentSteps } from '../steps.js';
import { testDefaults } from '../test-defaults.js';
import type { TestTrace } from '../trace/test-trace.js';
import type { ActionEntry, Receipt } from './action-record.js';
import { type HeldTerminal, heldTerminal } from './held-terminal.js';
import type { TerminalOptions } from './launch-options.js';
import { shownCommand } from './program-script.js';
import { endProgram, sizeOf, startProgram } from './start-program.js';
import { type RunningProgram, TerminalState } from './terminal-state.js';
import { leaseServer, type ServerLease } from './test-server.js';

/** What is done around the end of a terminal that belongs to no test of a runner. */
export interface TerminalEnding {
  before(terminal: Terminal): Promise<void>;
  after(terminal: Terminal): Promise<void>;
}

/**
 * A terminal of a test, with one program in it. Locators find what its screen shows, `expect` waits for it.
 *
 * @example
 * await using terminal = await launch(['bc', '-q']);
 * await terminal.fill('6*7');
 * await expect(terminal.row(1)).toHaveText('42');
 */
export class Terminal extends LocatorSource implements AsyncDisposable {
  readonly #options: TerminalOptions;
  readonly #ending: TerminalEnding | undefined;
  #lease: ServerLease | undefined;
  #isHeld = false;
  #closed: Promise<void> | undefined;

  /** @internal Use `launch`, or the fixture `terminal`. */
  constructor(options: TerminalOptions = {}, test?: TestTrace, ending?: TerminalEnding) {
    sizeOf(options);
    const { timeout = testDefaults.timeoutMs, patience = testDefaults.patienceMs } = options;
    super(new TerminalState({ timeoutMs: timeout, patienceMs: patience }, test), new LocatorQuery());
    this.#options = options;
    this.#ending = ending;
  }

  /** What the test has done with it, in order. */
  get actions(): readonly ActionEntry[] {
    return this.state.record.entries;
  }

  /**
   * Starts a program. A terminal has one at a time: another one can be started when the first has ended.
   *
   * @example
   * await terminal.run(['deploy', 'prod']);
   */
  run(command: readonly string[], options: Pick<TerminalOptions, 'env' | 'cwd'> = {}): Promise<void> {
    return this.start(command, options, sourceLine());
  }

  /** @internal The same, for a caller that has waited for something before. */
  async start(
    command: readonly string[],
    options: Pick<TerminalOptions, 'env' | 'cwd'>,
    source: string | undefined,
  ): Promise<void> {
    const { state } = this;
    const before = state.started;
    if (this.#closed !== undefined) throw new MuxError('CLOSED', 'The terminal was closed.');
    if (before && !before.feed.exit) {
      throw new MuxError('PANE_BUSY', `The program ${before.command[0]} still runs in this terminal.`, {
        suggestion: 'Wait for its end with toHaveExited, or launch another terminal.',
      });
    }
    const detail = Array.isArray(command) ? shownCommand(command) : '';
    const entry = state.record.begin({ kind: 'action', name: 'run', detail, source, steps: currentSteps() });
    try {
      this.#lease ??= await leaseServer(this.#options.on ?? 'local', this.#options.connect);
      const env = { ...this.#options.env, ...options.env };
      const all = { ...this.#options, ...options, env };
      const program = await startProgram(this.#lease.server, command, all, state.trace, state.tap);
      if (before) await endProgram(this.#lease.server, before);
      state.start(program);
    } catch (error) {
      const outcome = error instanceof MuxError ? error.code : 'failed';
      state.record.end(entry, outcome, error instanceof Error ? error.message : String(error));
      throw error;
    }
    state.record.end(entry, 'done');
  }

  /** Presses keys by their tmux names, each when the program is ready for it: `press('F9', 'Down', 'Enter')`. */
  press(...keys: string[]): Promise<Receipt[]> {
    return pressKeys(this.#context(), keys, {});
  }

  /** Presses one key at once, whatever the program does. */
  async pressNow(key: string): Promise<Receipt> {
    const [receipt] = await pressKeys(this.#context(), [key], { force: true });
    return receipt ?? { bytes: 0 };
  }

  /** Types text exactly, without Enter. */
  type(text: string | Secret, options: InputOptions = {}): Promise<Receipt> {
    return typeText(this.#context(), text, options);
  }

  /**
   * Waits until the program reads, types, waits until the text is shown, and presses Enter.
   *
   * @example
   * await terminal.fill(secret('DEPLOY_PASSWORD'));
   */
  fill(text: string | Secret, options: FillOptions = {}): Promise<Receipt> {
    return fillText(this.#context(), text, options);
  }

  /** The mouse, where the program has asked for it. */
  readonly mouse = {
    click: (at: Point, options: ClickOptions = {}): Promise<Receipt> =>
      clickMouse(this.#context(), { ...options, at }),
    wheel: (direction: 'up' | 'down', options: WheelOptions = {}): Promise<Receipt> =>
      turnWheel(this.#context(), direction, { at: [0, 0], ...options }),
  };

  /** Gives the terminal another size. The program is told, and paints again when it likes. */
  async resize(columns: number, rows: number): Promise<void> {
    const [width, height] = sizeOf({ size: [columns, rows] });
    const { state } = this;
    const { pane } = state.program;
    const detail = `${width}×${height}`;
    const before = await state.screen();
    const entry = state.record.begin({
      kind: 'action',
      name: 'resize',
      detail,
      source: sourceLine(),
      steps: currentSteps(),
    });
    entry.before = before;
    state.screenAtAction = before;
    await pane.tmux.request([['resize-window', '-t', pane.id, '-x', String(width), '-y', String(height)]]);
    state.record.end(entry, 'done');
  }

  /** The title that the program has given the terminal. */
  async title(): Promise<string> {
    return (await this.state.screen()).title;
  }

  /** What is on the screen now. Secrets are in it: `text` has none. */
  screen(): Promise<StyledScreen> {
    return this.state.screen();
  }

  /** The text on the screen now. */
  async text(): Promise<string> {
    return this.state.hidden.text(screenText(await this.state.screen()));
  }

  /** @internal Looks a last time for the trace, where there is still something to see. */
  async lookForTrace(): Promise<void> {
    const { trace, started } = this.state;
    if (!trace || !started || started.feed.closed) return;
    await this.state.screen().catch(() => undefined);
  }

  /** @internal Leaves the program and its server running when the terminal is closed. */
  hold(): HeldTerminal | undefined {
    const { started } = this.state;
    if (!started || !this.#lease || started.feed.closed) return undefined;
    const { socket, host } = this.#lease.server.isolated;
    this.#isHeld = true;
    this.#lease.server.isolated.keep();
    return heldTerminal(host.address, socket, started.name);
  }

  /** Ends the program and all that it has started. Throws what soft expectations have found. */
  close(): Promise<void> {
    this.#closed ??= this.#close();
    return this.#closed;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  async #close(): Promise<void> {
    const { started, softFailures } = this.state;
    try {
      await this.#ending?.before(this);
    } finally {
      this.state.isClosed = true;
      await this.#end(started);
    }
    await this.#ending?.after(this);
    const [only] = softFailures;
    if (softFailures.length > 1)
      throw new AggregateError(softFailures, softFailures.map(String).join('\n\n'));
    if (only) throw only;
  }

  async #end(started: RunningProgram | undefined): Promise<void> {
    try {
      if (started && this.#isHeld) started.feed.close();
      else if (started && this.#lease) await endProgram(this.#lease.server, started);
    } finally {
      await this.#lease?.[Symbol.asyncDispose]();
    }
  }

  #context(): InputContext {
    return { state: this.state, source: sourceLine() };
  }
}
