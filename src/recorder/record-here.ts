import { isUtf8 } from 'node:buffer';
import { deferred } from '../model/index.js';
import { bytesOfText, RedactingStream } from '../redaction/index.js';
import type { LiveRedactor } from '../redaction/live-redactor.js';
import type { PaneFeed, PaneSink } from '../tmux/index.js';
import { HereLog, type HereLogSettings } from './here-log.js';
import { logTime } from './log-time.js';
import { GAP_LINE } from './recorder-limits.js';
import { type Sentinel, SentinelReader } from './sentinel.js';

export interface RecordHereSettings extends HereLogSettings {
  readonly startNonce: string;
  readonly exitNonce: string;
  readonly format: 'text' | 'json';
  readonly redactor: LiveRedactor;
  /** The pane to record; resolves when nothing is missed any more. */
  listen(sink: PaneSink): Promise<PaneFeed>;
}

/**
 * Records a run in this process, by rules that no filter on the host can apply. The command waits until recording
 * is on. When this process ends, so does the recording; the command keeps running.
 */
export async function recordHere(settings: RecordHereSettings): Promise<void> {
  const recorder = new HereRecorder(settings);
  await recorder.log.create();
  const feed = await settings.listen({
    output: (data) => recorder.output(data),
    gap: () => recorder.gap(),
    closed: () => void recorder.end(),
  });
  void recorder.ended.then(() => feed.close());
  // Opening it for writing waits for the wrapper, which creates it; a separate process may wait.
  const base = `${settings.folder}/${settings.id}`;
  await settings.host.run(['sh', '-c', OPEN_GATE, 'sh', base], { timeoutMs: GATE_MS });
}

const GATE_MS = 35_000;
const OPEN_GATE = 'until [ -p "$1.in" ]; do sleep 0.05; done; echo >"$1.in"';

class HereRecorder {
  readonly #settings: RecordHereSettings;
  readonly #lines: RedactingStream;
  readonly #sentinels: SentinelReader;
  /** Whether the beginning of the line is missing: what is left of it may be the half of a secret. */
  #cut = false;
  readonly log: HereLog;
  readonly #ended = deferred();
  readonly ended = this.#ended.promise;

  constructor(settings: RecordHereSettings) {
    this.#settings = settings;
    this.log = new HereLog(settings, () => this.#logged(GAP_LINE, logTime(new Date())));
    this.#lines = new RedactingStream(settings.redactor, { wholeLines: true });
    this.#sentinels = new SentinelReader(settings);
  }

  output(data: Buffer): void {
    for (const piece of this.#sentinels.push(data)) {
      if (Buffer.isBuffer(piece)) this.#record(this.#lines.push(piece));
      else this.#mark(piece);
    }
  }

  gap(): void {
    this.log.mark('gap');
    this.log.append(this.#logged(GAP_LINE, logTime(new Date())));
    this.#sentinels.reset();
    this.#lines.end();
    this.#cut = true;
  }

  async end(): Promise<void> {
    this.#record(this.#lines.push(this.#sentinels.reset()));
    this.#record(this.#lines.end());
    await this.log.settled();
    this.#ended.resolve();
  }

  #mark(sentinel: Sentinel): void {
    if (sentinel.type === 'start') return this.log.mark('start', String(sentinel.epoch));
    this.#record(this.#lines.end());
    this.log.mark('exit', String(sentinel.code), String(sentinel.epoch));
    this.log.acknowledge();
  }

  /** Appends lines to the log; the last one need not end. */
  #record(text: string): void {
    if (text === '') return;
    const lines = text.split('\n');
    if (lines.at(-1) === '') lines.pop();
    if (this.#cut) lines.shift();
    this.#cut = false;
    const time = logTime(new Date());
    const logged = lines.map((line) => this.#logged(line.replace(/\r$/, ''), time));
    if (logged.length > 0) this.log.append(logged.join(''));
  }

  #logged(line: string, time: string): string {
    const bytes = bytesOfText(line);
    if (this.#settings.format === 'text') return `${time} ${bytes.toString('latin1')}\n`;
    // JSON has no bytes: what is not UTF-8 is one character each.
    const text = isUtf8(bytes) ? line : bytes.toString('latin1');
    return Buffer.from(`${JSON.stringify({ time, text })}\n`).toString('latin1');
  }
}
