import type { TerminalVerdict } from '../../hosts/index.js';
import type { StyledScreen } from '../../screen/index.js';
import type { LocatorQuery } from '../locators/locator-query.js';
import { currentStep, type RunningStep } from '../steps.js';
import type { ActionEntry, ActionObserver } from '../terminal/action-record.js';
import type { Finding, ProgramExit, WaitResult, Wake } from '../terminal/finding.js';
import { OutputLog } from './output-log.js';

/** What the kernel has said, and from when to when. */
export interface SeenVerdict {
  readonly at: number;
  until: number;
  readonly verdict: TerminalVerdict & { readonly steady: boolean };
}

/** One look of a wait. */
export interface SeenLook {
  readonly at: number;
  readonly wake: Wake;
  readonly screen: StyledScreen;
  readonly pass: boolean;
  readonly received: string;
}

/** An entry of the record, with what only a trace wants to know of it. */
export interface SeenCall {
  readonly entry: ActionEntry;
  readonly step: RunningStep | undefined;
  readonly looks: SeenLook[];
  droppedLooks: number;
  endAt?: number;
  failed: boolean;
  message?: string;
  finding?: Finding;
  query?: LocatorQuery;
}

/** What a terminal is, apart from what happens in it. */
export interface TracedProgram {
  readonly command: string;
  readonly host: string;
  readonly tmux: string | undefined;
  /** What was added to the environment that all programs have. */
  readonly env: Readonly<Record<string, string>>;
}

/**
 * Keeps what happens in one terminal, as it comes and in memory: a test that passes costs no more than that. Nothing is
 * read from the terminal for it.
 */
export class TerminalTrace implements ActionObserver {
  /** The name of the trace, which messages tell. */
  readonly name: string;
  readonly calls: SeenCall[] = [];
  readonly verdicts: SeenVerdict[] = [];
  readonly output = new OutputLog();
  readonly exits: { readonly at: number; readonly exit: ProgramExit }[] = [];
  screens: { readonly at: number; readonly screen: StyledScreen }[] = [];
  /** How many screens between steps were dropped. */
  droppedScreens = 0;
  program: TracedProgram | undefined;
  readonly #calls = new Map<ActionEntry, SeenCall>();

  constructor(name: string) {
    this.name = name;
  }

  starts(program: TracedProgram): void {
    this.program = program;
  }

  begun(entry: ActionEntry): void {
    const call: SeenCall = { entry, step: currentStep(), looks: [], droppedLooks: 0, failed: false };
    this.calls.push(call);
    this.#calls.set(entry, call);
  }

  /** @param message where it has failed */
  ended(entry: ActionEntry, message?: string): void {
    const call = this.#calls.get(entry);
    if (!call) return;
    call.endAt = performance.now();
    if (message === undefined) return;
    call.failed = true;
    call.message = message;
  }

  /** What an entry looks for, so that it can be looked for on other screens as well. */
  looksFor(entry: ActionEntry, query: LocatorQuery | undefined): void {
    const call = this.#calls.get(entry);
    if (call && query) call.query = query;
  }

  looked(entry: ActionEntry | undefined, wake: Wake, screen: StyledScreen, finding: Finding): void {
    const at = performance.now();
    this.seen(screen, at);
    const call = entry && this.#calls.get(entry);
    if (!call) return;
    call.looks.push({ at, wake, screen, pass: finding.pass, received: finding.received });
    if (call.looks.length <= FIRST_LOOKS + LAST_LOOKS) return;
    call.looks.splice(FIRST_LOOKS, 1);
    call.droppedLooks++;
  }

  waited(entry: ActionEntry | undefined, { finding }: WaitResult): void {
    const call = entry && this.#calls.get(entry);
    if (call) call.finding = finding;
  }

  /** A screen, where it is another one than before. */
  seen(screen: StyledScreen, at = performance.now()): void {
    if (this.screens.at(-1)?.screen === screen) return;
    this.screens.push({ at, screen });
    if (this.screens.length <= MOST_SCREENS) return;
    // Every second one of the older half: what was seen last matters most.
    const half = Math.floor(this.screens.length / 2);
    this.screens = this.screens.filter((_, at) => at >= half || at % 2 === 0);
    this.droppedScreens += Math.floor(half / 2);
  }

  printed(data: Buffer): void {
    this.output.add(performance.now(), data);
  }

  exited(exit: ProgramExit): void {
    this.exits.push({ at: performance.now(), exit });
  }

  said(verdict: SeenVerdict['verdict']): void {
    const at = performance.now();
    const last = this.verdicts.at(-1);
    if (last && sameVerdict(last.verdict, verdict)) last.until = at;
    else if (this.verdicts.length < MOST_VERDICTS) this.verdicts.push({ at, until: at, verdict });
  }
}

function sameVerdict(a: SeenVerdict['verdict'], b: SeenVerdict['verdict']): boolean {
  return a.state === b.state && a.reason === b.reason && a.kind === b.kind && a.steady === b.steady;
}

const FIRST_LOOKS = 20;
const LAST_LOOKS = 80;
const MOST_SCREENS = 1_000;
const MOST_VERDICTS = 10_000;
