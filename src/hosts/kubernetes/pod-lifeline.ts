import { Deadline } from '../../model/index.js';
import type { ExecSocket } from './exec-socket.js';
import type { Pod } from './pod.js';
import { lifelineLine } from './pod-scripts.js';
import type { PodSession } from './pod-session.js';

/**
 * Ends programs in a pod that outlive us: a broken exec does not end its program, and a program that does not look at its
 * input would stay. A shell in the pod knows their processes. It ends them when its own input ends, and when it has
 * heard nothing for a while: then the link is gone, or the runtime that held its input.
 */
export class PodLifeline {
  readonly #pod: Pod;
  readonly #guarded = new Map<PodSession, string>();
  #socket: Promise<ExecSocket | undefined> | undefined;
  #beats: NodeJS.Timeout | undefined;

  constructor(pod: Pod) {
    this.#pod = pod;
  }

  guard(session: PodSession): void {
    const name = `${session.process.pid}:${session.process.born}`;
    this.#guarded.set(session, name);
    this.#tell(`+${name}`);
    void session.ended.then(({ error }) => {
      this.#guarded.delete(session);
      // After a break nobody knows whether it has ended.
      if (error === undefined) this.#tell(`-${name}`);
    });
  }

  async close(): Promise<void> {
    clearInterval(this.#beats);
    const socket = await this.#socket;
    if (!socket) return;
    if (!socket.endsInput) {
      socket.terminate();
      return;
    }
    // It also keeps this process until then: the connection itself does not.
    const timer = setTimeout(() => socket.terminate(), CLOSE_MS);
    socket.endInput();
    await this.#closed;
    clearTimeout(timer);
  }

  #closed: Promise<void> = Promise.resolve();

  #tell(line: string): void {
    this.#socket ??= this.#open();
    void this.#socket.then((socket) => socket?.write(`${line}\n`));
  }

  async #open(): Promise<ExecSocket | undefined> {
    using deadline = new Deadline({ what: 'Guarding programs of a pod', timeoutMs: OPEN_MS });
    try {
      const socket = await this.#pod.exec(deadline);
      this.#closed = new Promise((resolve) => {
        socket.listen({
          output: () => {},
          closed: () => {
            this.#socket = undefined;
            clearInterval(this.#beats);
            resolve();
          },
        });
      });
      socket.unref();
      socket.write(lifelineLine(LIMIT_SECONDS));
      socket.resume();
      this.#beats = setInterval(() => socket.write('.\n'), BEAT_MS).unref();
      return socket;
    } catch {
      // Without the lifeline a program still sees the end of its input, which is enough for nearly all programs.
      this.#socket = undefined;
      return undefined;
    }
  }
}

const OPEN_MS = 60_000;
const BEAT_MS = 20_000;
const CLOSE_MS = 5_000;
/** Longer than a process of ours is held up on a machine that is very busy. */
const LIMIT_SECONDS = 120;
