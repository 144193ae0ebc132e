import { type CallOptions, isMuxError, MuxError } from '../model/index.js';
import { cursorLine, matchesText, type Screen, type StyledScreen, screenText } from '../screen/index.js';
import {
  type CaptureOptions,
  captureCommand,
  captureText,
  parseScreen,
  parseStyledScreen,
  screenCommands,
} from './capture.js';
import { Handle, type TmuxContext } from './context.js';
import { type PaneInfo, paneFields, toPaneInfo } from './infos.js';
import { keyCommands } from './key-commands.js';
import { type LaunchOptions, launchCommand, launchFlags } from './launch.js';
import { gone, missing } from './missing.js';
import { literalFormat } from './names.js';
import { Options } from './options.js';
import type { PaneFeed, PaneSink } from './pane-events.js';
import { PaneStream, type PaneStreamOptions } from './pane-stream.js';
import { type PasteOptions, pasteInto } from './paste.js';
import { pipeCommand } from './pipe-command.js';
import { hasQuirk } from './quirks.js';
import { type Command, commandLine } from './quote.js';
import { parseRecord, recordFormat } from './record-format.js';
import { typeCommands } from './type-text.js';
import { type PaneExit, waitForExit } from './wait-for-exit.js';
import { waitForQuiet } from './wait-for-quiet.js';
import { waitForScreen } from './wait-for-screen.js';

export interface SplitOptions extends LaunchOptions {
  /**
   * Where the new pane goes.
   * @default 'below'
   */
  readonly direction?: 'below' | 'right' | 'above' | 'left';
  /** Rows or columns of the new pane; half of the old one without it. */
  readonly size?: number | `${number}%`;
  /** Whether it becomes the active pane. */
  readonly select?: boolean;
}

export interface InputOptions {
  /**
   * Press Enter after the text. Both are one request: a caller that dies leaves no half line.
   * @default false
   */
  readonly enter?: boolean;
  /** @internal What tmux does behind the last of it, as one group: before it does anything for somebody else. */
  readonly behind?: readonly Command[];
}

export interface WaitForTextOptions extends CallOptions {
  /**
   * The text of a screen that is looked at, for a caller that may not see all of it.
   * @default screenText
   */
  readonly shown?: (screen: Screen) => string;
}

/**
 * A pane, by its id: renames, moves and other people's base-index change nothing.
 *
 * @example
 * const pane = await session.newWindow({ command: ['python3', '-q'] });
 * await pane.waitForText('>>>');
 * await pane.sendText('6 * 7');
 * await pane.sendKeys('Enter');
 * await pane.waitForText('42');
 */
export class Pane extends Handle {
  /** Options of the pane; user options (`@name`) stay with it as long as it lives. */
  readonly options: Options;

  /** @internal */
  constructor(tmux: TmuxContext, id: string) {
    super(tmux, id);
    this.options = new Options((commands) => this.request(commands), ['-p'], ['-t', id]);
  }

  async info(): Promise<PaneInfo> {
    const body = await this.ask('display-message', '-p', '-t', this.id, recordFormat(paneFields));
    // For a pane that is gone tmux answers with empty values, or those of another pane.
    const record = parseRecord(paneFields, body);
    if (record.id !== this.id) throw this.#missing();
    return toPaneInfo(record);
  }

  async exists(): Promise<boolean> {
    try {
      return (await this.tmux.panes({ server: this.server })).some((pane) => pane.id === this.id);
    } catch (error) {
      if (isMuxError(error, 'PANE_NOT_FOUND')) return false;
      throw error;
    }
  }

  /** What the terminal shows now, with its cursor. */
  async screen(): Promise<Screen> {
    const { paneId, ...screen } = parseScreen(await this.request(screenCommands(this.id)));
    if (paneId !== this.id) throw this.#missing();
    return screen;
  }

  /**
   * What the terminal shows now with colours and attributes, its cursor and its title, all of one moment.
   *
   * @example
   * const { styledRows } = await pane.styledScreen();
   * const dim = styledRows.flat().filter((run) => run.dim);
   */
  async styledScreen(): Promise<StyledScreen> {
    return (await this.lookAtScreen()).screen;
  }

  /** @internal The same, with its state in the words of tmux, as `stateCommand` asks for it. */
  async lookAtScreen(): Promise<{ readonly screen: StyledScreen; readonly state: Buffer }> {
    const bodies = await this.request(screenCommands(this.id, { ansi: true }));
    const { paneId, ...screen } = parseStyledScreen(bodies);
    if (paneId !== this.id) throw this.#missing();
    return { screen, state: bodies[2] ?? Buffer.alloc(0) };
  }

  /** @internal Whether another handle means a pane of the same run of the server. */
  isSameServer(other: Pane): boolean {
    const { server } = other;
    return this.server?.pid === server?.pid && this.server?.startTime === server?.startTime;
  }

  /** The visible text, or with history; each line ends with a newline, unused rows at the end are dropped. */
  async capture(options: CaptureOptions = {}): Promise<string> {
    const [body] = await this.request([captureCommand(this.id, options)]);
    return captureText(body ?? Buffer.alloc(0), options);
  }

  /**
   * Types text, or bytes, exactly; of any size, and in one request. Names of keys are text here. A pane in copy mode is
   * taken out of it.
   *
   * @example
   * await pane.sendText('git status', { enter: true });
   */
  async sendText(text: string | Uint8Array, options: InputOptions = {}): Promise<void> {
    await this.#readyForInput();
    const after = this.#after(options);
    const typing = typeCommands(this.id, text, this.tmux.server ? 'control' : 'oneShot');
    // A tmux process takes few arguments, so a long text goes through a buffer there.
    if (this.tmux.server || typing.length <= 1) await this.#atOnce([...typing, ...after]);
    else await this.#pasteExactly(text, after);
  }

  /** @internal The same without a look at the pane, for one key after the other: what is sent at once stays in order. */
  async type(bytes: Uint8Array): Promise<void> {
    const [first, ...rest] = typeCommands(this.id, bytes, this.tmux.server ? 'control' : 'oneShot');
    if (!first) return;
    const awake: Command = [
      'if-shell',
      '-F',
      '-t',
      this.id,
      '#{pane_in_mode}',
      commandLine([leaveMode(this.id)]),
    ];
    await Promise.all([this.request([awake, first]), ...rest.map((command) => this.request([command]))]);
  }

  /**
   * Presses keys by their tmux names. An unknown name is refused before anything is sent.
   *
   * @example
   * await pane.sendKeys('C-u', 'Escape', 'Up', 'Enter');
   */
  sendKeys(...keys: string[]): Promise<void> {
    return this.pressKeys(keys);
  }

  /** @internal The same, with more that can be said about it. */
  async pressKeys(
    keys: readonly string[],
    { behind = [] }: Pick<InputOptions, 'behind'> = {},
  ): Promise<void> {
    const commands = keyCommands(this.id, keys, this.tmux.version);
    await this.#readyForInput();
    await this.#atOnce([...commands, ...behind]);
  }

  /** Pastes through a buffer: bracketed where the program asked for that, so that its newlines do not submit. */
  async paste(text: string | Uint8Array, options: PasteOptions & InputOptions = {}): Promise<void> {
    await this.#readyForInput();
    const behind = this.#after(options);
    await pasteInto(this.id, text, { ...options, behind }, this.tmux, (commands) => this.request(commands));
  }

  /** Gives all that the pane prints from now on to a shell command on the host, in the place of an earlier one. */
  async pipe(shellCommand: string): Promise<void> {
    await this.request([pipeCommand(this.id, shellCommand)]);
  }

  async clearPipe(): Promise<void> {
    await this.ask('pipe-pane', '-t', this.id);
  }

  /** Makes a new pane beside this one, in the same window. */
  async split(options: SplitOptions = {}): Promise<Pane> {
    const { direction = 'below', size } = options;
    const flags = [direction === 'left' || direction === 'right' ? '-h' : '-v'];
    if (direction === 'above' || direction === 'left') flags.push('-b');
    if (!options.select) flags.push('-d');
    if (size !== undefined) flags.push('-l', String(size));
    const launch = [...launchFlags(options), ...launchCommand(options.command)];
    const body = await this.ask('split-window', '-P', '-F', '#{pane_id}', '-t', this.id, ...flags, ...launch);
    return new Pane(this.tmux, body.toString().trim());
  }

  async setTitle(title: string): Promise<void> {
    await this.ask('select-pane', '-t', this.id, '-T', literalFormat(title));
  }

  async clearHistory(): Promise<void> {
    await this.ask('clear-history', '-t', this.id);
  }

  /** Ends the pane and its program; `false` where it was gone already. */
  kill(): Promise<boolean> {
    return gone(this.ask('kill-pane', '-t', this.id), async () => !(await this.exists()));
  }

  /** The output from now on, as bytes. */
  bytes(options: PaneStreamOptions = {}): PaneStream<Buffer> {
    return new PaneStream(
      (data) => data,
      (sink) => this.subscribe(sink),
      options,
    );
  }

  /** The output from now on, as text: characters that arrive in two halves are put together. */
  text(options: PaneStreamOptions = {}): PaneStream<string> {
    let decoder = new TextDecoder();
    const decode = (data: Buffer, gap: boolean): string => {
      if (gap) decoder = new TextDecoder();
      return decoder.decode(data, { stream: true });
    };
    return new PaneStream(decode, (sink) => this.subscribe(sink), options);
  }

  /** Waits until text stands on the screen; resolves with that screen. */
  waitForText(pattern: string | RegExp, options: WaitForTextOptions = {}): Promise<Screen> {
    const { shown = screenText } = options;
    const accept = (screen: Screen): boolean => matchesText(shown(screen), pattern);
    return waitForScreen(this, accept, `${quoted(pattern)} on the screen of ${this.id}`, options);
  }

  /** Waits until the line that the cursor is on fits: for prompts, which end without a newline. */
  waitForCursorLine(pattern: string | RegExp, options: CallOptions = {}): Promise<Screen> {
    const accept = (screen: Screen): boolean => matchesText(cursorLine(screen), pattern);
    return waitForScreen(this, accept, `${quoted(pattern)} on the cursor line of ${this.id}`, options);
  }

  /** Waits until a condition of your own holds. */
  waitForScreen(accept: (screen: Screen) => boolean, options: CallOptions = {}): Promise<Screen> {
    return waitForScreen(this, accept, `a screen of ${this.id} that is accepted`, options);
  }

  /** Waits until nothing was printed for so many milliseconds. */
  waitForQuiet(quietMs: number, options: CallOptions = {}): Promise<Screen> {
    return waitForQuiet(this, quietMs, options);
  }

  /** Waits until the program has ended. */
  waitForExit(options: CallOptions = {}): Promise<PaneExit> {
    return waitForExit(this, options);
  }

  /** Delivers what happens to this pane to a sink until the returned function is called; resolves when it is live. */
  subscribe(sink: PaneSink): Promise<() => void> {
    return this.tmux.subscribe(this.id, sink, this.server);
  }

  /** @internal The same for one that also looks at the pane, at exact places in its output. */
  feed(sink: PaneSink): Promise<PaneFeed> {
    return this.tmux.feed(this.id, sink, this.server);
  }

  /** @internal */
  get nudge(): (() => Promise<unknown>) | undefined {
    const version = this.tmux.version;
    if (!version || !hasQuirk(version, 'lost-sigchld')) return undefined;
    // Any child of the server that ends makes it look at all of them.
    return () => this.ask('run-shell', '-b', 'true');
  }

  /** tmux takes keys for a dead pane without a word, and gives those for a pane in copy mode to that mode. */
  async #readyForInput(): Promise<void> {
    const { dead, inMode } = await this.info();
    if (dead) {
      throw new MuxError('PANE_DEAD', `The program in pane ${this.id} on ${this.tmux.place} has ended.`, {
        suggestion: 'Start it again in a new window.',
      });
    }
    // Asked again by tmux itself: somebody else may just have left the mode.
    const cancel = commandLine([leaveMode(this.id)]);
    if (inMode) await this.ask('if-shell', '-F', '-t', this.id, '#{pane_in_mode}', cancel);
  }

  #after({ enter = false, behind = [] }: InputOptions): Command[] {
    return [...(enter ? keyCommands(this.id, ['Enter'], this.tmux.version) : []), ...behind];
  }

  /** tmux carries out a group whole, or not at all where the end of its line has not arrived. */
  async #atOnce(commands: readonly Command[]): Promise<void> {
    if (commands.length > 0) await this.request(commands);
  }

  #pasteExactly(text: string | Uint8Array, behind: readonly Command[]): Promise<void> {
    const exactly = { bracketed: false, newline: 'lf', behind } as const;
    return pasteInto(this.id, text, exactly, this.tmux, (commands) => this.request(commands));
  }

  #missing(): MuxError {
    return missing('PANE_NOT_FOUND', 'pane', this.id, this.tmux.place);
  }
}

function quoted(pattern: string | RegExp): string {
  return typeof pattern === 'string' ? `'${pattern}'` : String(pattern);
}

function leaveMode(id: string): Command {
  return ['send-keys', '-t', id, '-X', 'cancel'];
}
