import { type CallOptions, Deadline, MuxError } from '../model/index.js';
import { type HeldContext, holdContext, type Profile } from '../panes/index.js';
import { extractVerificationSnippet } from '../screen/index.js';
import { checkHealth, type HealthResult } from '../status/index.js';
import type { HostTarget, Pane } from '../tmux/index.js';
import type { BridgeContext } from './bridge-context.js';
import {
  type BridgeConfig,
  bridgeDefaults,
  type CapturePaneOptions,
  type PaneDeliveryOptions,
  type SendKeysOptions,
  type SendTextOptions,
} from './bridge-options.js';
import { deliverKeys } from './deliver-keys.js';
import { deliverText } from './deliver-text.js';
import { failure } from './failure.js';
import { checkText } from './give-text.js';
import type { BridgeResult, CaptureResult, SendResult } from './send-result.js';

/** Health as a result: where it could not be found out, nothing is available. */
export type BridgeHealth = BridgeResult & Pick<HealthResult, 'available' | 'running'> & Partial<HealthResult>;

export interface CheckHealthOptions extends CallOptions {
  /**
   * The programs of the agent's profile, looked for among the processes in the foreground.
   * @default by the name of the foreground program alone: claude, node
   */
  readonly programs?: readonly string[];
}

/**
 * Gives text and keys to programs in panes, and proves that they were taken. No call throws: failures are results with
 * an `errorType`.
 *
 * @example
 * await using delivery = new PaneDelivery({ host: 'local' });
 * const { success, receipt } = await delivery.sendText('%7', 'Fix the failing test', { when: 'idle' });
 */
export class PaneDelivery implements AsyncDisposable {
  readonly #host: HostTarget;
  readonly #config: BridgeConfig;
  readonly #options: PaneDeliveryOptions;
  readonly #held: HeldContext;

  constructor(options: PaneDeliveryOptions = {}) {
    this.#options = options;
    this.#config = options.config ?? {};
    this.#host = options.host ?? bridgeDefaults.host;
    const { context, clock, profiles } = options;
    const timeoutMs = this.#commandTimeoutMs;
    const {
      connect,
      profileFolders: folders = [],
      projectProfileFolders: projectFolders = [],
    } = this.#config;
    this.#held = holdContext(context, {
      connect: { timeoutMs, commandTimeoutMs: timeoutMs, ...connect },
      store: false,
      clock,
      profiles,
      profileFolders: { folders, projectFolders },
    });
    // They are there when the first text comes; a mistake in one of them is reported then.
    void this.#held.context.profiles().catch(() => {});
  }

  /** Sends text and Enter. The receipt tells whether the program took it, and what proves that. */
  sendText(
    paneId: string | null | undefined,
    text: string,
    options: SendTextOptions = {},
  ): Promise<SendResult> {
    const { textEnterDelayMs, clearDelayMs, maxEnterRetries } = { ...bridgeDefaults, ...this.#config };
    const resolved = { textEnterDelayMs, clearDelayMs, maxEnterRetries, ...options };
    return this.#call(paneId, options, {
      check: () => checkText(text),
      work: (context, pane, checked) => deliverText(context, pane, checked, resolved),
    });
  }

  /**
   * Presses keys by their tmux names, in order.
   *
   * @example
   * await delivery.sendKeys('%7', 'Down', 'Enter', { verifyEnter: true });
   */
  sendKeys(
    paneId: string | null | undefined,
    ...keysAndOptions: (string | SendKeysOptions)[]
  ): Promise<SendResult> {
    const options = keysAndOptions.find((one): one is SendKeysOptions => typeof one !== 'string') ?? {};
    const keys = keysAndOptions.filter((one) => typeof one === 'string');
    const { sequentialSendDelayMs } = { ...bridgeDefaults, ...this.#config };
    const resolved = { sequentialSendDelayMs, ...options };
    return this.#call(paneId, options, {
      check: () => checkKeys(keys),
      work: (context, pane) => deliverKeys(context, pane, keys, resolved),
    });
  }

  /** Whether the pane is there, and whether an agent runs in it. */
  async checkHealth(
    paneId: string | null | undefined,
    options: CheckHealthOptions = {},
  ): Promise<BridgeHealth> {
    const begin = performance.now();
    const health = await this.#call(paneId, options, {
      check: () => undefined,
      work: async ({ tmux, commandTimeoutMs }, pane) => {
        const result = await checkHealth(tmux, pane.id, { timeoutMs: commandTimeoutMs, ...options });
        return { success: true, ...result, latencyMs: performance.now() - begin };
      },
    });
    return 'available' in health ? health : { ...health, available: false, running: false };
  }

  /** What the pane shows, with history and escape sequences on request. */
  capturePane(paneId: string | null | undefined, options: CapturePaneOptions = {}): Promise<CaptureResult> {
    const begin = performance.now();
    return this.#call(paneId, options, {
      check: () => undefined,
      work: async ({ commandTimeoutMs }, pane) => {
        const what = `tmux, capturing ${pane.id},`;
        using limit = new Deadline({ timeoutMs: commandTimeoutMs, ...options, what });
        await limit.race(pane.info());
        const content = await limit.race(pane.capture(options));
        return { success: true, content, latencyMs: performance.now() - begin };
      },
    });
  }

  /** The words by which the end of a text is recognised in an input box; `null` where it has none. */
  extractVerificationSnippet(text: string): string | null {
    return extractVerificationSnippet(text);
  }

  /** Ends the connections that it made; one that it was given stays open. */
  close(): Promise<void> {
    return this.#held.release();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  get #commandTimeoutMs(): number {
    return this.#config.subprocessTimeoutMs ?? bridgeDefaults.subprocessTimeoutMs;
  }

  /** Checks everything before anything is asked of tmux, and makes results of errors. */
  async #call<Checked, Result extends BridgeResult>(
    paneId: string | null | undefined,
    options: { readonly timeoutMs?: number; readonly signal?: AbortSignal },
    steps: {
      readonly check: () => Checked;
      readonly work: (context: BridgeContext, pane: Pane, checked: Checked) => Promise<Result>;
    },
  ): Promise<Result | BridgeResult> {
    const begin = performance.now();
    try {
      const id = checkPaneId(paneId);
      const checked = steps.check();
      // Before the clock runs: on a busy machine they take longer to read than tmux may take to answer.
      const profiles = await this.#held.context.profiles();
      const { signal } = options;
      const timeoutMs = Math.min(options.timeoutMs || this.#commandTimeoutMs, this.#commandTimeoutMs);
      using deadline = new Deadline({
        what: `Connecting for pane ${id}`,
        timeoutMs,
        ...(signal && { signal }),
      });
      const context = await deadline.race(this.#context(profiles));
      return await steps.work(context, context.tmux.pane(id), checked);
    } catch (error) {
      return failure(error, Math.round((performance.now() - begin) * 10) / 10);
    }
  }

  async #context(profiles: readonly Profile[]): Promise<BridgeContext> {
    const { signals, log } = this.#options;
    const { context } = this.#held;
    const tmux = await context.connect(this.#host);
    return { tmux, profiles, signals, clock: context.clock, log, commandTimeoutMs: this.#commandTimeoutMs };
  }
}

function checkPaneId(paneId: string | null | undefined): string {
  if (!paneId) {
    throw new MuxError('NO_PANE_ID', 'The pane id is empty.', {
      suggestion: "Give the id of a pane, such as '%7'.",
    });
  }
  if (/^%\d+$/.test(paneId)) return paneId;
  throw new MuxError('PANE_NOT_FOUND', `'${paneId}' is not the id of a pane: tmux gives ids such as '%7'.`, {
    suggestion: "Find the id with tmux list-panes -a -F '#{pane_id}'.",
  });
}

function checkKeys(keys: readonly string[]): void {
  if (keys.length > 0) return;
  throw new MuxError('INVALID_ARGUMENT', 'No key was given.', { suggestion: "Name keys: 'Down', 'Enter'." });
}
