import type {
  BridgeHealth,
  CapturePaneOptions,
  CaptureResult,
  CheckHealthOptions,
  PaneDeliveryOptions,
  SendKeysOptions,
  SendResult,
  SendTextOptions,
} from '../delivery/index.js';
import { PaneDelivery } from '../delivery/pane-delivery.js';
import { extractVerificationSnippet } from '../screen/index.js';

/** What a bridge is made with. */
export interface TmuxBridgeOptions extends PaneDeliveryOptions {}

/**
 * Gives text and keys to programs in panes, and proves that they were taken. No call throws: failures are results with
 * an `errorType`. `Agents` does the same for agents by name, and throws.
 *
 * @example
 * await using bridge = new TmuxBridge({ host: 'local' });
 * const { success, receipt } = await bridge.sendText('%7', 'Fix the failing test', { when: 'idle' });
 */
export class TmuxBridge implements AsyncDisposable {
  readonly #delivery: PaneDelivery;

  constructor(options: TmuxBridgeOptions = {}) {
    this.#delivery = new PaneDelivery(options);
  }

  /** Sends text and Enter. The receipt tells whether the program took it, and what proves that. */
  sendText(
    paneId: string | null | undefined,
    text: string,
    options: SendTextOptions = {},
  ): Promise<SendResult> {
    return this.#delivery.sendText(paneId, text, options);
  }

  /**
   * Presses keys by their tmux names, in order.
   *
   * @example
   * await bridge.sendKeys('%7', 'Down', 'Enter', { verifyEnter: true });
   */
  sendKeys(
    paneId: string | null | undefined,
    ...keysAndOptions: (string | SendKeysOptions)[]
  ): Promise<SendResult> {
    return this.#delivery.sendKeys(paneId, ...keysAndOptions);
  }

  /** Whether the pane is there, and whether an agent runs in it. */
  checkHealth(paneId: string | null | undefined, options: CheckHealthOptions = {}): Promise<BridgeHealth> {
    return this.#delivery.checkHealth(paneId, options);
  }

  /** What the pane shows, with history and escape sequences on request. */
  capturePane(paneId: string | null | undefined, options: CapturePaneOptions = {}): Promise<CaptureResult> {
    return this.#delivery.capturePane(paneId, options);
  }

  /** The words by which the end of a text is recognised in an input box; `null` where it has none. */
  extractVerificationSnippet(text: string): string | null {
    return extractVerificationSnippet(text);
  }

  /** Ends the connections that it made; one that it was given stays open. */
  close(): Promise<void> {
    return this.#delivery.close();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }
}
