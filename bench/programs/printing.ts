import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Pane, Session } from '../../src/index.js';
import { spawned } from '../peers/spawned.js';
import { type Place, tmuxArgv } from '../places/place.js';

/** Somebody who takes what a pane prints. */
export interface Watcher extends AsyncDisposable {
  /** Resolves when all that the program printed has been seen. */
  seen(): Promise<void>;
}

/** A program that prints megabytes of lines as fast as tmux takes them. */
export class Printing {
  /** What the terminal makes of it: each newline is two bytes there. */
  readonly bytes: number;
  /** The same in control mode, where each of the two is written `\\ooo`. */
  readonly escapedBytes: number;
  readonly lines: number;
  readonly #place: Place;
  readonly #session: Session;
  readonly #folder: string;
  #runs = 0;

  static async prepare(
    place: Place,
    folder: string,
    megabytes: number,
    line: (i: number) => string = logLine,
  ): Promise<Printing> {
    let text = '';
    let lines = 0;
    for (; text.length + lines < megabytes * 1e6; lines++) text += line(lines);
    await writeFile(join(folder, 'log'), text);
    const session = await place.server.tmux.ensureSession('main');
    return new Printing(place, session, folder, text.length, lines);
  }

  private constructor(place: Place, session: Session, folder: string, bytes: number, lines: number) {
    this.#place = place;
    this.#session = session;
    this.#folder = folder;
    this.lines = lines;
    this.bytes = bytes + lines;
    this.escapedBytes = bytes + 7 * lines;
  }

  /** Prints it all once, watched, and gives the megabytes a second. */
  async run(watch: (pane: Pane) => Promise<Watcher>): Promise<number> {
    const run = String(++this.#runs);
    const pane = await this.#session.newWindow({ command: ['sh', '-c', SCRIPT, 'sh', this.#folder, run] });
    await using _window = { [Symbol.asyncDispose]: () => pane.kill().then(() => {}) };
    await using watcher = await watch(pane);
    await this.#waitFor('-S', `go-${run}`);
    const [seenAt] = await Promise.all([watcher.seen().then(() => Date.now()), this.#waitFor(`end-${run}`)]);
    const [start, end] = await Promise.all([this.#moment('start'), this.#moment('end')]);
    return this.bytes / 1000 / (Math.max(seenAt, end) - start);
  }

  /** tmux remembers a signal that nobody waits for yet. */
  #waitFor(...args: string[]): Promise<string> {
    return spawned(tmuxArgv(this.#place, 'wait-for', ...args));
  }

  /** When the program came to a point, in milliseconds of the epoch. */
  async #moment(name: string): Promise<number> {
    return Number(await readFile(join(this.#folder, name), 'utf8')) / 1e6;
  }
}

// It stays when it has printed all, because tmux drops what it has not read when a program ends.
const SCRIPT = `tmux wait-for "go-$2"
date +%s%N > "$1/start"
cat "$1/log"
date +%s%N > "$1/end"
tmux wait-for -S "end-$2"
exec sleep 86400`;

const LINE_BYTES = 110;

function logLine(i: number): string {
  const stamp = new Date(1_700_000_000_000 + i * 7).toISOString();
  return `${`${stamp} INFO  worker-${i % 16} handled request ${i} in ${(i * 37) % 900} ms `.padEnd(LINE_BYTES - 1, '.')}\n`;
}
