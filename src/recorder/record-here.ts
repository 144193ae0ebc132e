import type { PaneSink } from '../tmux/pane-events.js';
import { HereLog, type HereLogSettings } from './here-log.js';
import { logTime } from './log-time.js';
import { GAP_LINE } from './recorder-limits.js';
import type { LineRedactor } from './redactor.js';

export interface RecordHereSettings extends HereLogSettings {
  readonly startNonce: string;
  readonly exitNonce: string;
  readonly format: 'text' | 'json';
  readonly redactor: { lines(): LineRedactor };
  /** The pane to record; resolves when nothing is missed any more. */
  subscribe(sink: PaneSink): Promise<() => void>;
}

/**
 * Records a run in this process, by rules that no filter on the host can apply. The command waits until recording is
 * on. When this process ends, so does the recording; the command goes on.
 */
export async function recordHere(settings: RecordHereSettings): Promise<void> {
  const recorder = new HereRecorder(settings);
  await recorder.log.create();
  const unsubscribe = await settings.subscribe({
    output: (data) => recorder.output(data),
    gap: () => recorder.gap(),
    closed: () => void recorder.end(),
  });
  void recorder.ended.then(unsubscribe);
  // To open it for writing waits for the wrapper, which makes it; a process of its own may wait.
  const base = `${settings.folder}/${settings.id}`;
  await settings.host.run(['sh', '-c', OPEN_GATE, 'sh', base], { timeoutMs: GATE_MS });
}

const GATE_MS = 35_000;
const OPEN_GATE = 'until [ -p "$1.in" ]; do sleep 0.05; done; echo >"$1.in"';

/** More than the longest sentinel has. */
const SENTINEL_BYTES = 200;

class HereRecorder {
  readonly #settings: RecordHereSettings;
  readonly #lines: LineRedactor;
  readonly #sentinel: RegExp;
  /** Bytes, one character each, that do not make a whole line yet. In pieces: a long line is put together once. */
  #rest: string[] = [];
  /** The last of them, where the beginning of a sentinel may be. */
  #tail = '';
  /** Whether the beginning of the line is missing: what is left of it may be the half of a secret. */
  #cut = false;
  readonly log: HereLog;
  readonly ended: Promise<void>;
  #setEnded: () => void = () => {};

  constructor(settings: RecordHereSettings) {
    this.#settings = settings;
    this.log = new HereLog(settings);
    this.#lines = settings.redactor.lines();
    const { id, startNonce, exitNonce } = settings;
    this.#sentinel = new RegExp(
      `\\x18\\x1b\\]7770;(?:${startNonce};start;${id};(\\d+)|${exitNonce};exit;(\\d+);(\\d+)(?:;[0-9a-f]+)?)\\x1b\\\\`,
    );
    this.ended = new Promise((resolve) => {
      this.#setEnded = resolve;
    });
  }

  output(data: Buffer): void {
    const text = data.toString('latin1');
    const recent = this.#tail + text;
    this.#rest.push(text);
    this.#tail = recent.slice(-SENTINEL_BYTES);
    if (recent.includes('\n') || recent.includes('\x18')) this.#take(this.#rest.join(''));
  }

  gap(): void {
    this.log.mark('gap');
    this.#cut = false;
    this.#record(`${GAP_LINE}\n`, false);
    this.#keep('');
    this.#cut = true;
  }

  async end(): Promise<void> {
    this.#record(this.#rest.join(''), true);
    this.#keep('');
    await this.log.settled();
    this.#setEnded();
  }

  /** Records the whole lines, and takes the sentinels out. */
  #take(text: string): void {
    let rest = text;
    for (let found = this.#sentinel.exec(rest); found; found = this.#sentinel.exec(rest)) {
      const before = rest.slice(0, found.index);
      const after = rest.slice(found.index + found[0].length);
      const [, start, code, epoch] = found;
      if (start !== undefined) {
        rest = before + after;
        this.log.mark('start', start);
      } else {
        this.#record(before, true);
        rest = after;
        this.log.mark('exit', code ?? '', epoch ?? '');
        this.log.acknowledge();
      }
    }
    const whole = rest.lastIndexOf('\n') + 1;
    this.#record(rest.slice(0, whole), false);
    this.#keep(rest.slice(whole));
  }

  #keep(rest: string): void {
    this.#rest = [rest];
    this.#tail = rest.slice(-SENTINEL_BYTES);
  }

  #record(text: string, complete: boolean): void {
    if (text === '') return;
    const lines = text.split('\n');
    if (this.#cut && (lines.length > 1 || complete)) {
      lines.shift();
      this.#cut = false;
    }
    const last = lines.pop() ?? '';
    if (complete && last !== '') lines.push(last);
    const time = logTime(new Date());
    const logged = lines.map((line) => this.#logged(line.replace(/\r$/, ''), time));
    if (logged.length > 0) this.log.append(logged.join(''));
  }

  #logged(line: string, time: string): string {
    const bytes = Buffer.from(line, 'latin1');
    const decoded = bytes.toString('utf8');
    // What is no UTF-8 stays as it is, byte for byte.
    const text = decoded.includes('\ufffd') ? line : decoded;
    const redacted = this.#lines.line(text);
    if (this.#settings.format === 'json') return utf8(`${JSON.stringify({ time, text: redacted })}\n`);
    return `${time} ${text === line ? redacted : utf8(redacted)}\n`;
  }
}

/** Bytes of a text, one character each. */
function utf8(text: string): string {
  return Buffer.from(text, 'utf8').toString('latin1');
}
