import type { HostStream } from '../../hosts/index.js';
import { deferred, isMuxError, MuxError } from '../../model/index.js';
import type { SentinelPiece } from '../../recorder/index.js';
import { bytesOfText, RedactingStream } from '../../redaction/index.js';
import type { Pane, PaneFeed } from '../../tmux/index.js';
import type { SendAnswer } from '../answered.js';
import { listenToRun } from '../listen-to-run.js';
import type { RunPlace } from '../run-place.js';
import { CommandOutput } from './command-output.js';

/** Who has the terminal of a run in hand. */
export interface TerminalSink {
  /** What the command printed, as it comes, without secrets. */
  output(data: Buffer): void;
  /** Output is missing here; the log has it. */
  gap(): void;
}

export interface TerminalSize {
  readonly width: number;
  readonly height: number;
}

/** Sends what may be an answer to a prompt, for somebody who keeps account of these. */
type Answer = (send: SendAnswer) => Promise<void>;

/**
 * The terminal of a run in somebody's hands, as if the command ran there: its output byte for byte, its input, its
 * size. Letting go of it changes nothing for the command.
 */
export class RunTerminal implements AsyncDisposable {
  readonly #place: RunPlace;
  readonly #sink: TerminalSink;
  readonly #answer: Answer;
  readonly #quietMs: number;
  readonly #command = new CommandOutput();
  readonly #redaction: RedactingStream;
  readonly #started = deferred();
  readonly #ended = deferred();
  #listening: PaneFeed | undefined;
  #quietTimer: NodeJS.Timeout | undefined;
  #typing: Promise<void> = Promise.resolve();
  #typed: Uint8Array[] = [];
  #input: HostStream | undefined;
  #feeder: Promise<HostStream> | undefined;
  #gaps = false;

  /**
   * @internal Use `run.terminal()`.
   * @param quietMs after so long what may be half a secret is shown; 0: only when its line has ended
   */
  constructor(place: RunPlace, sink: TerminalSink, answer: Answer, quietMs: number) {
    this.#place = place;
    this.#sink = sink;
    this.#answer = answer;
    this.#quietMs = quietMs;
    this.#redaction = new RedactingStream(place.redactor, { keepsColumns: true });
  }

  /** Resolves when nothing more will be given to the sink. */
  get ended(): Promise<void> {
    return this.#ended.promise;
  }

  /** Whether everything that the command printed, to its end, has been given to the sink. */
  get complete(): boolean {
    return this.#command.ended && !this.#gaps;
  }

  /** @internal Takes the terminal, and then has a command let go that was held. */
  async open(release: () => Promise<void>): Promise<this> {
    try {
      this.#listening = await listenToRun(this.#place, {
        output: (_, pieces) => this.#output(pieces),
        gap: () => this.#gap(),
        closed: () => this.#end(),
      });
      if (this.#place.pipedInput) await this.#openInput();
      await release();
    } catch (error) {
      if (!isMuxError(error, 'PANE_NOT_FOUND', 'PANE_DEAD', 'NO_SERVER')) throw error;
      this.#end();
    }
    return this;
  }

  /** Types bytes, in order. They wait for the command to begin: what came before would be somebody else's. */
  type(data: Uint8Array): Promise<void> {
    this.#typed.push(data);
    this.#typing = this.#typing.then(() => this.#typeAll());
    return this.#typing;
  }

  async resize({ width, height }: TerminalSize): Promise<void> {
    const { tmux, pane } = this.#place;
    if (!pane) return;
    const resize = ['resize-window', '-t', pane.id, '-x', String(width), '-y', String(height)] as const;
    await tmux.request([resize]).catch(ignoreGone);
  }

  /** Gives bytes to a command that reads from a pipe; resolves when it can take more. */
  async feed(data: Uint8Array): Promise<void> {
    const feeder = await this.#feed();
    if (data.length > 0 && !feeder.write(data)) await feeder.drained();
  }

  /** Ends that pipe. */
  async endInput(): Promise<void> {
    (await this.#feed()).end();
  }

  async close(): Promise<void> {
    this.#end();
    await this.#typing.catch(() => {});
    await this.#input?.close();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  async #typeAll(): Promise<void> {
    await Promise.race([this.#started.promise, this.#ended.promise]);
    const bytes = Buffer.concat(this.#typed.splice(0));
    if (bytes.length === 0 || this.#command.ended) return;
    const send: SendAnswer = async (behind) =>
      this.#place.pane?.sendText(bytes, { behind }).catch(ignoreGone);
    await (bytes.includes(0x0d) || bytes.includes(0x0a) ? this.#answer(send) : send([]));
  }

  /** A small process beside the command that writes into its pipe; it ends with us. Resolves when it has the pipe open. */
  async #openInput(): Promise<void> {
    const { tmux, folder, id } = this.#place;
    const stream = await tmux.host.open(['sh', '-c', FEED, 'sh', `${folder}/${id}.stdin`]);
    this.#input = stream;
    const opened = new Promise<true>((resolve) => stream.onData(() => resolve(true)));
    if ((await Promise.race([opened, stream.closed])) !== true) throw notRun(id, folder);
  }

  #feed(): Promise<HostStream> {
    this.#feeder ??= Promise.race([this.#started.promise, this.#ended.promise]).then(() => {
      if (!this.#input || this.#command.ended) {
        throw new MuxError('CLOSED', 'The command has ended and no longer reads input.');
      }
      this.#input.write('\n');
      return this.#input;
    });
    return this.#feeder;
  }

  #output(pieces: readonly SentinelPiece[]): void {
    const printed = this.#command.push(pieces);
    if (this.#command.started) this.#started.resolve();
    for (const data of printed) this.#give(this.#redaction.push(data));
    if (this.#command.ended) this.#end();
    else this.#flushWhenQuiet();
  }

  #gap(): void {
    this.#gaps = true;
    this.#command.gap();
    this.#give(this.#redaction.end());
    this.#sink.gap();
    this.#started.resolve();
  }

  #flushWhenQuiet(): void {
    clearTimeout(this.#quietTimer);
    if (this.#quietMs === 0 || !this.#redaction.holding) return;
    this.#quietTimer = setTimeout(() => this.#give(this.#redaction.release()), this.#quietMs);
  }

  #end(): void {
    clearTimeout(this.#quietTimer);
    this.#listening?.close();
    this.#listening = undefined;
    this.#give(this.#redaction.end());
    this.#ended.resolve();
  }

  #give(shown: string): void {
    if (shown !== '') this.#sink.output(bytesOfText(shown));
  }
}

/**
 * Opens the pipe, which the wrapper may not have made yet, in both directions first: that waits for nobody. Then it says
 * so, and waits until the command has opened the pipe, because nothing keeps what is written before.
 */
const FEED = `mkfifo -m 600 "$1" 2>/dev/null
[ -p "$1" ] && exec 3<>"$1" 4>"$1" 3>&- || exit 1
echo
read -r go && exec cat >&4`;

/** Lets a command go that was held. */
export async function letGo(pane: Pane | undefined): Promise<void> {
  await pane?.sendText(GO);
}

/** Ctrl-D: a terminal does not echo it, and gives it on at once in any mode. */
const GO = '\x04';

function notRun(id: string, folder: string): MuxError {
  const message = `The command of run ${id} was not started: its input could not be opened in '${folder}'.`;
  return new MuxError('COMMAND_NOT_RUN', message, {
    suggestion:
      'Make sure that the folder can be written to and its disk has space, then run the command again.',
    details: { id, folder },
  });
}

/** What is meant for a command that has just ended is meant for nobody. */
function ignoreGone(error: unknown): void {
  if (!isMuxError(error, 'PANE_NOT_FOUND', 'WINDOW_NOT_FOUND', 'PANE_DEAD', 'NO_SERVER')) throw error;
}
