import { expect, onTestFailed } from 'vitest';
import type { SendTextOptions } from '../../src/delivery/bridge-options.js';
import type { SendResult } from '../../src/delivery/send-result.js';
import { TmuxBridge } from '../../src/systems/tmux-bridge.js';

/** A bridge that prints, if the test fails, all that it was told and said, and what its programs showed. */
export class TellingBridge extends TmuxBridge {
  readonly #told: string[] = [];
  #test: string | undefined;
  #lastPane: string | null | undefined;
  #isClosed = false;

  /** To be called within each test that uses it. */
  tellIfTestFails(): this {
    const { currentTestName } = expect.getState();
    if (currentTestName === this.#test) return this;
    this.#test = currentTestName;
    this.#told.length = 0;
    onTestFailed(async () => {
      if (!this.#isClosed) await this.#showLast();
      console.log(this.#told.join('\n'));
    });
    return this;
  }

  override async sendText(
    paneId: string | null | undefined,
    text: string,
    options?: SendTextOptions,
  ): Promise<SendResult> {
    this.#lastPane = paneId;
    const result = await super.sendText(paneId, text, options);
    const { dump, ...rest } = result;
    const shown = text.length > 80 ? `${text.slice(0, 80)}…` : text;
    this.#told.push(`${JSON.stringify(shown)}, ${JSON.stringify(options ?? {})}: ${JSON.stringify(rest)}`);
    if (!result.success) this.#told.push(dump ?? (await this.#screen()));
    return result;
  }

  override async close(): Promise<void> {
    await this.#showLast();
    this.#isClosed = true;
    await super.close();
  }

  async #showLast(): Promise<void> {
    if (this.#lastPane) this.#told.push('At the end:', await this.#screen());
  }

  async #screen(): Promise<string> {
    const { content, errorMessage } = await this.capturePane(this.#lastPane);
    return content?.trimEnd() ?? `(no screen: ${errorMessage})`;
  }
}
