import type { Host } from '../../hosts/index.js';
import { observerOf } from '../../panes/index.js';
import type { Pane } from '../../tmux/index.js';
import { outputLines } from '../extractors/output-lines.js';
import type { Run } from '../run.js';
import { type Flow, flowDefaults } from './flow.js';
import type { FlowEvent, FlowOptions } from './flow-options.js';
import { hideSecrets, knownSecrets } from './flow-secrets.js';
import { FlowValues } from './flow-values.js';
import { LiveOutput } from './live-output.js';

/** Where the command of a flow runs. */
interface FlowPlace {
  readonly host: Host;
  readonly pane: Pane;
}

/** One run of a flow: what was printed, found and typed up to now. It has secrets in it, and ends with the flow. */
export class FlowTalk implements Disposable {
  readonly flow: Flow;
  readonly options: FlowOptions;
  readonly run: Run;
  readonly host: Host;
  readonly pane: Pane;
  readonly output: LiveOutput;
  readonly values: FlowValues;
  /** Secret inputs that were typed. */
  readonly #typed = new Set<string>();
  readonly #told = new Map<string, string>();
  readonly #over = new AbortController();
  #timer: NodeJS.Timeout | undefined;

  constructor(flow: Flow, options: FlowOptions, run: Run, { host, pane }: FlowPlace) {
    this.flow = flow;
    this.options = options;
    this.run = run;
    this.host = host;
    this.pane = pane;
    this.output = new LiveOutput(flowDefaults.outputBytes, () => this.#lookSoon());
    this.values = new FlowValues(flow.extract ?? [], this.output);
  }

  /** Aborted when the flow is over. */
  get signal(): AbortSignal {
    return this.#over.signal;
  }

  /** Everything that has to be scrubbed. */
  get secrets(): string[] {
    return [...this.#typed, ...this.values.secrets];
  }

  /** Begins to listen. What was printed before stands on the screen. */
  async listen(): Promise<void> {
    await this.output.follow(observerOf(this.pane));
    this.#lookSoon();
  }

  typed(secret: string): void {
    this.#typed.add(secret);
  }

  tell(event: FlowEvent): void {
    this.options.onEvent?.(event);
  }

  /** Without what must not be seen. */
  shown(text: string): string {
    return hideSecrets(knownSecrets(this.flow, this.options), this.secrets, text);
  }

  /** All that was printed, as lines. */
  readonly printed = (): string => outputLines(this.output.text).join('\n');

  /** Looks for values, and tells of new ones that may be seen. */
  async look(): Promise<void> {
    clearTimeout(this.#timer);
    await this.values.look(this.pane);
    for (const [name, value] of Object.entries(this.values.open)) {
      if (this.#told.get(name) === value) continue;
      this.#told.set(name, value);
      this.tell({ type: 'value', name, value });
    }
  }

  [Symbol.dispose](): void {
    clearTimeout(this.#timer);
    this.#over.abort();
    this.output[Symbol.dispose]();
  }

  /** A value that is told in the middle of being printed would be half a value. */
  #lookSoon(): void {
    clearTimeout(this.#timer);
    if (this.signal.aborted) return;
    // What cannot be looked at now is looked at again when the command asks or ends.
    this.#timer = setTimeout(() => void this.look().catch(() => {}), flowDefaults.settleMs);
  }
}
