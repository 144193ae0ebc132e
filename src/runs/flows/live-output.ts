import type { PaneObserver } from '../../panes/index.js';
import type { PaneFeed } from '../../tmux/index.js';

/**
 * What a pane prints, kept in memory only: the one place where a secret can be read that a program shows and then
 * clears, for the log has it hidden.
 */
export class LiveOutput implements Disposable {
  readonly #maxBytes: number;
  readonly #onOutput: () => void;
  #chunks: Buffer[] = [];
  #bytes = 0;
  #printed = 0;
  #feed: PaneFeed | undefined;
  #wakeUp: () => void = () => {};

  /** @param onOutput called whenever something was printed */
  constructor(maxBytes: number, onOutput: () => void) {
    this.#maxBytes = maxBytes;
    this.#onOutput = onOutput;
  }

  /** Resolves when nothing is missed any more. */
  async follow(observer: Pick<PaneObserver, 'listen'>): Promise<void> {
    this.#feed = await observer.listen({
      output: (data) => this.#push(data),
      // What stands in front of it and behind it does not belong together.
      gap: () => this.#push(Buffer.from('\n')),
      closed: () => this.#wakeUp(),
    });
  }

  get text(): string {
    return Buffer.concat(this.#chunks).toString();
  }

  /** How often something was printed. */
  get printed(): number {
    return this.#printed;
  }

  /** Resolves when more was printed than `since`, or after so many milliseconds; tells which. */
  async next(since: number, timeoutMs: number): Promise<boolean> {
    if (this.#printed !== since) return true;
    let timer: NodeJS.Timeout | undefined;
    try {
      return await new Promise<boolean>((resolve) => {
        this.#wakeUp = () => resolve(true);
        timer = setTimeout(() => resolve(false), timeoutMs);
      });
    } finally {
      clearTimeout(timer);
    }
  }

  [Symbol.dispose](): void {
    this.#feed?.close();
    this.#chunks = [];
    this.#wakeUp();
  }

  #push(data: Buffer): void {
    this.#chunks.push(data);
    this.#printed += 1;
    this.#bytes += data.length;
    while (this.#bytes > this.#maxBytes && this.#chunks.length > 1) {
      this.#bytes -= this.#chunks.shift()?.length ?? 0;
    }
    this.#wakeUp();
    this.#onOutput();
  }
}
