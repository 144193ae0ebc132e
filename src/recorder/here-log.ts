import type { Host } from '../hosts/index.js';
import { isMuxError } from '../model/index.js';
import { recorderLimits } from './recorder-limits.js';
import type { RecorderSettings } from './recorder-settings.js';
import { TRUNCATE_TO_WHOLE_LINES } from './whole-lines.js';

export interface HereLogSettings
  extends Pick<RecorderSettings, 'id' | 'folder' | 'maxBytes' | 'keepSegments'> {
  readonly host: Host;
  /** Whether somebody has asked, from wherever, that recording stops. */
  stopped(): Promise<boolean>;
}

/** A write that failed, and when the log is tried again. */
interface WriteFailure {
  readonly name: string;
  retryAt: number;
}

/**
 * The files of a run that this process records. What is to be done is done in the order of the output; lines that
 * come while the host is busy are written together.
 */
export class HereLog {
  readonly #settings: HereLogSettings;
  readonly #gapLine: () => string;
  #work: Promise<unknown> = Promise.resolve();
  /** Lines that wait to be written, where nothing else waits behind them. */
  #waiting: Buffer[] | undefined;
  #stopped = false;
  #failure: WriteFailure | undefined;
  #position = 0;
  /** Where the current file begins, and the rotated ones that are still there. */
  #base = 0;
  readonly #segments: number[] = [];

  /** @param gapLine the line of the log that says that output is missing */
  constructor(settings: HereLogSettings, gapLine: () => string) {
    this.#settings = settings;
    this.#gapLine = gapLine;
  }

  /** Makes the file; the one thing that may fail loudly. */
  async create(): Promise<void> {
    await this.#write('log', '');
  }

  /** Appends whole lines, one character a byte. */
  append(lines: string): void {
    const data = Buffer.from(lines, 'latin1');
    if (this.#waiting) {
      this.#waiting.push(data);
      return;
    }
    const waiting = [data];
    this.#waiting = waiting;
    this.#then(async () => {
      if (this.#waiting === waiting) this.#waiting = undefined;
      this.#stopped ||= await this.#settings.stopped();
      if (!this.#stopped && (await this.#writable())) await this.#record(Buffer.concat(waiting));
    });
  }

  /** Notes that something happened at the end of what was appended so far. */
  mark(name: string, ...values: string[]): void {
    this.#waiting = undefined;
    this.#then(() => this.#write('marks', `${[name, ...values, this.#position].join(' ')}\n`));
  }

  /** Lets the wrapper end: everything is written. */
  acknowledge(): void {
    this.#waiting = undefined;
    this.#then(() => this.#script('echo 1<>"$1.ack"'));
  }

  /** Resolves when all that was asked for is done. */
  async settled(): Promise<void> {
    await this.#work;
  }

  #then(work: () => Promise<unknown>): void {
    this.#work = this.#work.then(work).catch(() => {});
  }

  async #record(data: Buffer): Promise<void> {
    const { maxBytes } = this.#settings;
    try {
      for (let at = 0, end = 0; at < data.length; at = end) {
        const room = maxBytes === 0 ? PIECE_BYTES : this.#base + maxBytes - this.#position;
        end = data.indexOf('\n', at + Math.min(room, PIECE_BYTES) - 1) + 1 || data.length;
        await this.#write('log', data.subarray(at, end));
        this.#position += end - at;
        await this.#rotate();
      }
    } catch (error) {
      // Lines that follow are discarded until a line can say that something is missing.
      this.#failure = { name: errorName(error), retryAt: Date.now() + RETRY_MS };
      await this.#script(FAILED, this.#failure.name, String(this.#position));
    }
  }

  /** Whether lines can be written; after a failure, whether the log could be resumed behind a gap. */
  async #writable(): Promise<boolean> {
    const failure = this.#failure;
    if (!failure) return true;
    if (Date.now() < failure.retryAt) return false;
    failure.retryAt = Date.now() + RETRY_MS;
    const gap = Buffer.from(this.#gapLine(), 'latin1');
    try {
      await this.#script(RESUMED, failure.name, String(this.#position));
      await this.#write('log', gap);
    } catch {
      return false;
    }
    const at = (await this.#size()) - gap.length;
    await this.#write('marks', `gap ${this.#base + at}\n`);
    this.#position = this.#base + at + gap.length;
    this.#failure = undefined;
    return true;
  }

  async #size(): Promise<number> {
    const { stdout } = await this.#script('wc -c <"$1.log"');
    return Number(stdout.toString());
  }

  async #rotate(): Promise<void> {
    const { maxBytes, keepSegments } = this.#settings;
    if (maxBytes === 0 || this.#position - this.#base < maxBytes) return;
    this.#segments.push(this.#base);
    const old = this.#segments.splice(0, Math.max(0, this.#segments.length - keepSegments));
    const script =
      'umask 077; mv -f "$1.log" "$1.log.$2" && : >"$1.log"; b=$1; shift 2; for s; do rm -f "$b.log.$s"; done';
    await this.#script(script, String(this.#base), ...old.map(String));
    this.#base = this.#position;
  }

  #write(kind: 'log' | 'marks', data: string | Buffer): Promise<void> {
    const { folder, id, host } = this.#settings;
    return host.files.write(`${folder}/${id}.${kind}`, data, { append: true, timeoutMs: PATIENCE_MS });
  }

  #script(script: string, ...args: string[]): ReturnType<Host['script']> {
    const { folder, id, host } = this.#settings;
    return host.script(script, [`${folder}/${id}`, ...args], { timeoutMs: PATIENCE_MS });
  }
}

/** Where the disk is full, no more than this is lost of what would have found room. */
const PIECE_BYTES = 32 * 1024;

/** How often a log that could not be written is tried again. */
const RETRY_MS = recorderLimits.retrySeconds * 1000;

const TELL_FAULT = 'echo "fault $2 $3" >>"$1.marks"; printf %s "$2" >"$1.fault"';

const WHOLE_LINES = `log=$1.log; ${TRUNCATE_TO_WHOLE_LINES}`;

const FAILED = `${WHOLE_LINES}
${TELL_FAULT}`;

/** What could not be done where the log could not be written, or its host not be reached. */
const RESUMED = `[ -s "$1.fault" ] || { ${TELL_FAULT}; } || exit
${WHOLE_LINES}`;

/** Nobody waits for a write, and what is given up is lost. */
const PATIENCE_MS = 60_000;

/** The name of a system error; what a host's own tools said is only a sentence. */
function errorName(error: unknown): string {
  const errno = isMuxError(error) ? error.details.errno : undefined;
  if (typeof errno === 'string') return errno;
  return /no space/i.test(String(error)) ? 'ENOSPC' : 'EIO';
}
