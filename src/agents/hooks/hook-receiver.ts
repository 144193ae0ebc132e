import { createHash } from 'node:crypto';
import { type FSWatcher, watch } from 'node:fs';
import { stat } from 'node:fs/promises';
import { exclusive } from '../../hosts/index.js';
import { Coalesced } from '../../model/index.js';
import type { HookEvent } from './hook-event.js';
import { hookFolders } from './hook-folders.js';
import { parseHookFile } from './parse-hook.js';
import { type ClaimedFile, mostHookBytes, Spool } from './spool.js';

export interface HookReceiverOptions {
  /** Takes an event. Where it fails the event is told again later, a few times. */
  readonly handle: (event: HookEvent) => Promise<void> | void;
  /** The folder for hooks. @default `hooks` in the state folder */
  readonly folder?: string | undefined;
  /** Hears what was not taken, and why. */
  readonly onTrouble?: ((trouble: HookTrouble) => void) | undefined;
  readonly clock?: (() => Date) | undefined;
  /** Milliseconds between two looks for what no event tells of. @default 15000 */
  readonly sweepMs?: number | undefined;
}

export interface HookTrouble {
  /** Name of the file in the spool; `undefined` where it is not about one. */
  readonly file: string | undefined;
  readonly reason: string;
  readonly cause?: unknown;
}

/**
 * Reads what the hook script writes: what has been waiting at first, and then each event as it comes, in the order in
 * which the hooks ran. Of several processes that do so, one handles an event.
 *
 * @example
 * await using receiver = new HookReceiver({ handle: (event) => agents.handleHook(event) });
 * await receiver.start();
 */
export class HookReceiver implements AsyncDisposable {
  readonly #options: HookReceiverOptions;
  readonly #spoolFolder: string;
  readonly #spool: Spool;
  readonly #clock: () => Date;
  readonly #seen = new RecentPayloads();
  readonly #failures = new Map<string, number>();
  #watcher: FSWatcher | undefined;
  /** Which folder it is that is watched. */
  #watched: number | undefined;
  #sweep: NodeJS.Timeout | undefined;
  readonly #drains = new Coalesced(() => this.#drainAll());
  #closed = false;

  constructor(options: HookReceiverOptions) {
    this.#options = options;
    this.#clock = options.clock ?? (() => new Date());
    const folders = hookFolders(options.folder);
    this.#spoolFolder = folders.spool;
    this.#spool = new Spool(folders);
  }

  /** Resolves when what has been waiting is handled, and nothing is missed any more. */
  async start(): Promise<void> {
    await this.#spool.prepare();
    await this.#watch();
    this.#sweep = setInterval(() => void this.#lookAround(), this.#options.sweepMs ?? SWEEP_MS);
    this.#sweep.unref();
    await this.drain();
  }

  /** Handles all that is there now; how many events that were is the answer. */
  drain(): Promise<number> {
    return this.#drains.run();
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearInterval(this.#sweep);
    this.#watcher?.close();
    await this.#drains.settled();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  async #watch(): Promise<void> {
    const { ino } = await stat(this.#spoolFolder);
    if (this.#closed) return;
    this.#watcher?.close();
    this.#watched = ino;
    this.#watcher = watch(this.#spoolFolder, (_, file) => {
      if (file?.toString().endsWith('.event')) return;
      this.#wake();
    });
    // The sweep goes on without it.
    this.#watcher.on('error', (cause) => this.#tell(undefined, 'the spool cannot be watched', cause));
  }

  /** What no event tells of: files that were given back, and a spool that was removed and made again. */
  async #lookAround(): Promise<void> {
    const { ino } = await stat(this.#spoolFolder).catch(() => ({ ino: undefined }));
    if (ino !== this.#watched) {
      await this.#spool.prepare().catch(() => {});
      await this.#watch().catch((cause: unknown) =>
        this.#tell(undefined, 'the spool cannot be watched', cause),
      );
    }
    this.#wake();
  }

  #wake(): void {
    if (this.#closed) return;
    void this.drain().catch((cause: unknown) => this.#tell(undefined, 'the spool cannot be read', cause));
  }

  async #drainAll(): Promise<number> {
    if (this.#closed) return 0;
    // One at a time, so that the order is kept.
    return exclusive(`hooks ${this.#spoolFolder}`, () => this.#drainOnce(), { maxWaitMs: 5_000 });
  }

  async #drainOnce(): Promise<number> {
    await this.#spool.prepare();
    await this.#spool.tidy(this.#clock());
    let handled = 0;
    for (let claimed = true; claimed; ) {
      claimed = false;
      for (const name of await this.#spool.waiting()) {
        if (this.#closed) return handled;
        const file = await this.#spool.claim(name);
        if (!file) continue;
        claimed = true;
        const result = await this.#take(file);
        if (result === 'later') return handled;
        if (result === 'handled') handled++;
      }
    }
    return handled;
  }

  async #take(file: ClaimedFile): Promise<'handled' | 'ignored' | 'later'> {
    if (file.size > mostHookBytes) return this.#ignore(file, `it is too large, with ${file.size} bytes`);
    const bytes = await file.read();
    const event = parseHookFile(bytes, file.at);
    if ('ignored' in event && !event.expected) return this.#ignore(file, event.ignored);
    if ('ignored' in event || this.#seen.has(bytes, file.at)) {
      await file.remove();
      return 'ignored';
    }
    try {
      await this.#options.handle(event);
    } catch (cause) {
      return this.#failed(file, cause);
    }
    this.#failures.delete(file.name);
    this.#seen.add(bytes, file.at);
    await file.remove();
    return 'handled';
  }

  async #failed(file: ClaimedFile, cause: unknown): Promise<'ignored' | 'later'> {
    const failures = (this.#failures.get(file.name) ?? 0) + 1;
    this.#failures.set(file.name, failures);
    if (failures < TRIES) {
      this.#tell(file.name, 'it could not be handled, and will be tried again', cause);
      await file.putBack();
      return 'later';
    }
    this.#failures.delete(file.name);
    return this.#ignore(file, 'it could not be handled', cause);
  }

  async #ignore(file: ClaimedFile, reason: string, cause?: unknown): Promise<'ignored'> {
    this.#tell(file.name, reason, cause);
    await file.setAside();
    return 'ignored';
  }

  #tell(file: string | undefined, reason: string, cause?: unknown): void {
    this.#options.onTrouble?.({ file, reason, ...(cause !== undefined && { cause }) });
  }
}

const SWEEP_MS = 15_000;
const TRIES = 3;

/** Where the hook is installed twice, each event comes twice, at the same moment and with the same words. */
class RecentPayloads {
  readonly #times = new Map<string, number>();

  has(bytes: Buffer, at: Date): boolean {
    const before = this.#times.get(digest(bytes));
    return before !== undefined && Math.abs(at.getTime() - before) < SAME_MOMENT_MS;
  }

  add(bytes: Buffer, at: Date): void {
    const key = digest(bytes);
    this.#times.delete(key);
    this.#times.set(key, at.getTime());
    const oldest = this.#times.keys().next().value;
    if (this.#times.size > KEPT_DIGESTS && oldest !== undefined) this.#times.delete(oldest);
  }
}

const SAME_MOMENT_MS = 1_000;
const KEPT_DIGESTS = 200;

function digest(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('base64');
}
