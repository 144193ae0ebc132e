import type { Echo } from './echo.js';
import { Noise } from './noise.js';
import type { Look } from './pane-view.js';
import type { DeliveryStatus, Evidence, Receipt } from './send-result.js';
import type { TerminalReader } from './terminal-reader.js';

/** How far one delivery has come, so that whatever ends it can tell. */
export class Delivery {
  readonly text: string;
  /** Whether nothing that may show the text goes into messages. */
  readonly isSecret: boolean;
  readonly noise = new Noise();
  readonly #begin = performance.now();
  readonly #evidence: Evidence[] = [];
  /** From before the text was given to the program. */
  before: Look | undefined;
  /** When the text was given to the program. */
  typedAt: number | undefined;
  echo: Echo | undefined;
  /** What the text was completed to by the program, when Enter was pressed. */
  completed: string | undefined;
  /** What a person had typed before, as long as it is not back in its place. */
  draft: string | undefined;
  /** The reader of the terminal before the text was sent, if the screen shows no box. */
  reader: TerminalReader | undefined;
  /** Whether the terminal itself may show what is typed and begin a new line at Enter: then a new line proves nothing. */
  mayBeTerminalsEcho = false;
  /** Whether what looks like work is old: nothing of it has moved for long. */
  showsOldWork = false;
  /** Whether Enter must not meet the program at its work. */
  holdsBack = false;
  /** Whether the program was at work when Enter was pressed for the first time. */
  toBusy = false;
  /** How often Enter was pressed. */
  attempts = 0;
  /** How long the program took to show the text. */
  echoMs: number | undefined;

  constructor(text: string, isSecret = false) {
    this.text = text;
    this.isSecret = isSecret;
  }

  get isTyped(): boolean {
    return this.typedAt !== undefined;
  }

  get latencyMs(): number {
    return Math.round((performance.now() - this.#begin) * 10) / 10;
  }

  add(source: Evidence['source'], detail: string): void {
    this.#evidence.push({ source, detail, atMs: this.latencyMs });
  }

  /** The last thing that was seen. */
  get lastSeen(): string | undefined {
    return this.#evidence.at(-1)?.detail;
  }

  /** How many lines the program takes one by one; `undefined` where it takes the text as a whole. */
  get lines(): number | undefined {
    if (this.echo?.kind === 'split') return this.echo.lines;
    const lines = this.text.trim().split('\n').length;
    return this.reader?.takesLines && lines > 1 ? lines : undefined;
  }

  receipt(status: DeliveryStatus, at: Date, key: string | undefined): Receipt {
    const { lines } = this;
    return {
      status,
      evidence: [...this.#evidence],
      attempts: this.attempts,
      latencyMs: this.latencyMs,
      ...(lines !== undefined && { lines }),
      at,
      ...(key !== undefined && { key }),
    };
  }
}
