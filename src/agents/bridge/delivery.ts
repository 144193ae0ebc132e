import type { Echo } from './echo.js';
import { Noise } from './noise.js';
import type { Look } from './pane-view.js';
import type { DeliveryStatus, Evidence, Receipt } from './send-result.js';

/** How far one delivery has come, so that whatever ends it can tell. */
export class Delivery {
  readonly text: string;
  readonly noise = new Noise();
  readonly #begin = performance.now();
  readonly #evidence: Evidence[] = [];
  /** From before the text was given to the program. */
  before: Look | undefined;
  /** When the text was given to the program. */
  typedAt: number | undefined;
  echo: Echo | undefined;
  /** What a person had typed before, as long as it is not back in its place. */
  draft: string | undefined;
  /** Whether nobody reads the terminal, so that only the terminal keeps the text. */
  isUnread = false;
  /** Whether the program was at work when Enter was pressed for the first time. */
  toBusy = false;
  /** How often Enter was pressed. */
  attempts = 0;
  /** How long the program took to show the text. */
  echoMs: number | undefined;

  constructor(text: string) {
    this.text = text;
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

  receipt(status: DeliveryStatus, at: Date, key: string | undefined): Receipt {
    return {
      status,
      evidence: [...this.#evidence],
      attempts: this.attempts,
      latencyMs: this.latencyMs,
      at,
      ...(key !== undefined && { key }),
    };
  }
}
