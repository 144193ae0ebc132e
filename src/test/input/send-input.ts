import { MuxError } from '../../model/index.js';
import type { StyledScreen } from '../../screen/index.js';
import { allOf, type Command, type Pane, rowConditions, sendIf } from '../../tmux/index.js';
import { failureReport } from '../expect/failure-report.js';
import type { LocatorQuery } from '../locators/locator-query.js';
import { matchesText } from '../locators/matches-text.js';
import type { Match } from '../locators/screen-grid.js';
import { currentSteps } from '../steps.js';
import type { ActionEntry, Receipt } from '../terminal/action-record.js';
import type { KernelLook } from '../terminal/kernel-watch.js';
import type { TerminalState } from '../terminal/terminal-state.js';
import { type Finding, type Look, type WaitResult, waitUntil } from '../terminal/wait-until.js';

export interface InputOptions {
  /**
   * Milliseconds to wait until the program is ready and the target is there.
   * @default that of the terminal, 5000
   */
  readonly timeout?: number;
  /**
   * Send at once, whatever the program does.
   * @default false
   */
  readonly force?: boolean;
}

/** Input for the program of a terminal, and what must hold when it is sent. */
export interface PlannedInput {
  readonly name: string;
  /** What it is about, as messages show it. */
  readonly detail: string;
  readonly source: string | undefined;
  /** What it is meant for: exactly one thing on the screen, which must not change until it is sent. */
  readonly target?: LocatorQuery | undefined;
  /** Whether the program has to be waiting for input, and not only be at rest. @default false */
  readonly needsReader?: boolean;
  readonly options: InputOptions;
  /** The commands for tmux, and further conditions for the step in which it carries them out. */
  commands(place: InputPlace): InputCommands | Promise<InputCommands>;
}

export interface InputPlace {
  readonly pane: Pane;
  readonly screen: StyledScreen;
  readonly match: Match | undefined;
}

export interface InputCommands {
  readonly commands: readonly Command[];
  readonly bytes: number;
  readonly conditions?: readonly string[];
}

export interface SentInput {
  readonly entry: ActionEntry;
  readonly receipt: Receipt;
  /** What the program was doing when it was sent. */
  readonly kernel: KernelLook | undefined;
}

/**
 * Sends input when it holds that the target is on the screen once, the program runs and is ready. tmux compares the rows
 * of the target in the very step in which it sends. Resolves when the program has read it, where the kernel can tell.
 */
export async function sendInput(state: TerminalState, input: PlannedInput): Promise<SentInput> {
  const { name, detail, source } = input;
  const entry = state.record.begin({ kind: 'action', name, detail, source, steps: currentSteps() });
  state.acting++;
  try {
    state.trace?.looksFor(entry, input.target);
    return await new Sending(state, input, entry).run();
  } catch (error) {
    const outcome = error instanceof MuxError ? error.code : 'failed';
    state.record.end(entry, outcome, error instanceof Error ? error.message : String(error));
    throw error;
  } finally {
    state.acting--;
  }
}

class Sending {
  readonly #state: TerminalState;
  readonly #input: PlannedInput;
  readonly #entry: ActionEntry;
  #sent: { readonly at: number; readonly receipt: Receipt } | undefined;

  constructor(state: TerminalState, input: PlannedInput, entry: ActionEntry) {
    this.#state = state;
    this.#input = input;
    this.#entry = entry;
  }

  async run(): Promise<SentInput> {
    const { options } = this.#input;
    const needsKernel = !options.force;
    const result = await waitUntil(this.#state, (look) => this.#try(look), {
      timeoutMs: options.timeout,
      needsKernel,
      isAction: true,
      entry: this.#entry,
    });
    if (!this.#sent) throw this.#failure(result);
    const { at, receipt } = this.#sent;
    const before = result.kernel;
    if (needsKernel && !this.#state.program.feed.exit) {
      await this.#state.program.kernel.untilRead(before, READ_MS);
      if (before?.state === 'waiting') receipt.readAfterMs = performance.now() - at;
    }
    this.#state.record.end(this.#entry, 'done');
    return { entry: this.#entry, receipt, kernel: before };
  }

  async #try(look: Look): Promise<Finding> {
    const { target, options } = this.#input;
    const { exit, kernel, screen } = look;
    if (exit) return this.#not('a program that runs', 'it has ended', { hopeless: 'the program has ended' });
    const grid = this.#state.grid(screen);
    const located = target?.locate(grid);
    const match = located?.matches.length === 1 ? located.matches[0] : undefined;
    if (located && !match) {
      return this.#not('one match', matchesText(this.#state, grid, located.matches), {
        stages: located.stages,
        nearest: located.nearest,
        marks: located.matches.map(({ place }) => place),
      });
    }
    if (!options.force && !this.#isReady(kernel)) {
      return this.#not(
        this.#input.needsReader ? 'a program that waits for input' : 'a program that is ready',
        doing(kernel),
      );
    }
    const isSent = await this.#send(screen, match);
    return { ...this.#not('an unchanged screen', 'it changed'), pass: isSent };
  }

  #isReady(kernel: KernelLook | undefined): boolean {
    if (!kernel || kernel.state === 'unknown') return true;
    if (!kernel.steady) return false;
    if (kernel.state === 'waiting') return true;
    return !this.#input.needsReader && kernel.confidence === 'guess';
  }

  async #send(screen: StyledScreen, match: Match | undefined): Promise<boolean> {
    const { pane, feed } = this.#state.program;
    const { commands, bytes, conditions = [] } = await this.#input.commands({ pane, screen, match });
    const rows = match?.place.map(({ row }) => row) ?? [];
    const guard = allOf([...ALIVE, ...rowConditions(screen, rows), ...conditions]);
    const at = performance.now();
    const receipt: Receipt = { bytes };
    feed.onNextOutput(() => {
      receipt.paintedAfterMs = performance.now() - at;
    });
    if (!(await sendIf(pane, guard, commands))) return false;
    this.#sent = { at, receipt };
    this.#entry.receipt = receipt;
    this.#entry.before = screen;
    this.#state.screenAtAction = screen;
    return true;
  }

  #not(expected: string, received: string, more: Partial<Finding> = {}): Finding {
    return { pass: false, expected, received, ...more };
  }

  #failure(result: WaitResult): MuxError {
    const { name, detail, source } = this.#input;
    const code = codeOf(result);
    const report = failureReport(this.#state, { name: `${name} ${detail}`.trim(), source }, result);
    return new MuxError(code, report, {
      suggestion: ADVICE[code],
      details: { received: result.finding.received },
    });
  }
}

/** A program that is asked to take a key may have to finish something first. */
const READ_MS = 1_000;
const ALIVE = ['#{==:#{pane_dead},0}', '#{==:#{pane_in_mode},0}'];

function doing(kernel: KernelLook | undefined): string {
  return kernel ? kernel.reason : 'the kernel was not asked';
}

function codeOf({ end, finding, exit }: WaitResult): keyof typeof ADVICE {
  if (exit || end === 'ended') return 'PANE_DEAD';
  if (finding.stages) return finding.stages.at(-1)?.count === 0 ? 'LOCATOR_NOT_FOUND' : 'LOCATOR_AMBIGUOUS';
  return finding.received === 'it changed' ? 'SCREEN_CHANGED' : 'PANE_BUSY';
}

const ADVICE = {
  PANE_DEAD: 'Expect the end with toHaveExited, or look at what the program printed.',
  LOCATOR_NOT_FOUND: 'Compare the locator with the screen: the nearest text is named above.',
  LOCATOR_AMBIGUOUS:
    'Narrow it down: chain it to a region or row, filter it, or use first(), last() or nth().',
  SCREEN_CHANGED: 'The screen keeps changing: expect a state that stays before the input.',
  PANE_BUSY: 'Wait for what the program does meanwhile, or give { force: true } to send at once.',
} as const;
