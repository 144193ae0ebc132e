import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { Terminal } from '../terminal/terminal.js';
import { testDefaults } from '../test-defaults.js';
import type { Action, TestPlan, Wait } from './action.js';
import type { SessionPlan } from './recording.js';
import { expectWait, holdsNow, isFinding, perform, startReplay, untilAtRest } from './replay.js';
import { lineText, type TestLine } from './write-test.js';

export interface ProofOptions {
  /** Told before each replay. */
  readonly onReplay?: ((what: string) => void) | undefined;
  /** Called for each line that did not work, and is replaced or left out. */
  readonly onFailure?: ((line: string, why: string) => void) | undefined;
  /**
   * Milliseconds that each line waits in a replay.
   * @default 15000
   */
  readonly timeoutMs?: number;
}

/** A test whose lines have been tried. */
export interface ProvenTest {
  readonly lines: readonly TestLine[];
  /** How often the session was replayed. */
  readonly replays: number;
  /** Lines that stand as comments, because they do not work. */
  readonly broken: number;
  /** Actions of which nothing on the screen shows that they were done. */
  readonly unproven: number;
}

/**
 * Tries a test before it is written: as recorded, under load, 20 columns wider; then with each action left out once, where
 * the next wait has to fail. A wait or an action that fails is replaced by its next form; what has none left stays as a
 * comment.
 */
export async function proveTest(
  session: SessionPlan,
  plan: TestPlan,
  options: ProofOptions = {},
): Promise<ProvenTest> {
  return new Proof(session, plan, options).run();
}

/** One line that can be tried, and what may stand there instead. */
interface Part {
  readonly action: Choice<Action> | undefined;
  readonly wait: Choice<Wait>;
}

class Choice<T> {
  readonly #forms: readonly T[];
  readonly #failed = new Set<T>();
  /** Why it was given up, the last reason. */
  reason: string | undefined;

  constructor(forms: readonly T[]) {
    this.#forms = forms;
  }

  get left(): readonly T[] {
    return this.#forms.filter((form) => !this.#failed.has(form));
  }

  get current(): T | undefined {
    return this.left[0];
  }

  get first(): T | undefined {
    return this.#forms[0];
  }

  failAll(reason: string): void {
    for (const form of this.left) this.fail(form, reason);
  }

  fail(form: T, reason: string): void {
    this.#failed.add(form);
    this.reason = reason;
  }
}

class Proof {
  readonly #session: SessionPlan;
  readonly #options: ProofOptions;
  readonly #parts: Part[];
  readonly #notes: readonly string[];
  /** The part whose action works in no form: nothing behind it can be tried. */
  #brokenAt: number | undefined;
  #replays = 0;

  constructor(session: SessionPlan, { begin, steps, exit, notes }: TestPlan, options: ProofOptions) {
    this.#session = session;
    this.#options = options;
    this.#notes = notes;
    this.#parts = [
      { action: undefined, wait: new Choice(begin) },
      ...steps.map(({ forms, waits }) => ({ action: new Choice(forms), wait: new Choice(waits) })),
      ...(exit ? [{ action: undefined, wait: new Choice([exit]) }] : []),
    ];
  }

  async run(): Promise<ProvenTest> {
    const [columns, rows] = this.#session.size;
    const wide = { ...this.#session, size: [columns + WIDER, rows] as const };
    await this.#untilClean('as recorded', this.#session);
    {
      using _load = load();
      await this.#untilClean('under load', this.#session);
    }
    await this.#untilClean(`${WIDER} columns wider`, wide, { keepsActions: true });
    const before = JSON.stringify(this.#lines());
    for (const at of this.#parts.keys()) await this.#leaveOut(at);
    if (JSON.stringify(this.#lines()) !== before) await this.#untilClean('as it is written', this.#session);
    const lines = this.#lines();
    return {
      lines: [...this.#notes.map((text): TestLine => ({ kind: 'comment', text })), ...lines],
      replays: this.#replays,
      broken: this.#brokenAt === undefined ? 0 : this.#parts.length - this.#brokenAt,
      unproven: lines.filter((line) => line.kind === 'comment' && line.text.startsWith(NOTHING)).length,
    };
  }

  /** Replays until nothing had to be changed; each time something has, there is less left to change. */
  async #untilClean(how: string, session: SessionPlan, { keepsActions = false } = {}): Promise<void> {
    for (let attempt = 1; ; attempt++) {
      this.#tell(attempt === 1 ? how : `${how}, again`);
      if (!(await this.#replay(how, session, keepsActions)) || attempt >= MOST_ATTEMPTS) return;
    }
  }

  /** Whether something had to be changed. */
  async #replay(how: string, session: SessionPlan, keepsActions: boolean): Promise<boolean> {
    await using terminal = await startReplay(session, this.#timeoutMs);
    let changed = false;
    for (const [at, { action, wait }] of this.#parts.entries()) {
      if (at === this.#brokenAt) return changed;
      if (action?.current) {
        const form = action.current;
        const failure = await failureOf(() => perform(terminal, form));
        if (failure !== undefined) {
          // The size is in the test, so that only there it has to work.
          if (keepsActions && action.left.length === 1) return changed;
          action.fail(form, `${how}: ${failure}`);
          this.#options.onFailure?.(lineText({ kind: 'action', action: form }), `${how}: ${failure}`);
          if (!action.current) this.#brokenAt = at;
          return true;
        }
      }
      if (await this.#settle(terminal, wait, how)) changed = true;
    }
    return changed;
  }

  /** Waits for what there is to wait for. Whether another one had to be taken. */
  async #settle(terminal: Terminal, wait: Choice<Wait>, how: string): Promise<boolean> {
    let changed = false;
    for (let form = wait.current; form; form = wait.current) {
      const current = form;
      const failure = await failureOf(() => expectWait(terminal, current));
      if (failure === undefined) return changed;
      changed = true;
      wait.fail(current, `${how}: ${failure}`);
      this.#options.onFailure?.(lineText({ kind: 'wait', wait: current }), `${how}: ${failure}`);
      // It has had all its time: what does not hold now will not.
      for (const other of wait.left)
        if (!(await holdsNow(terminal, other))) wait.fail(other, `${how}: it is not there`);
    }
    return changed;
  }

  /** Without its action the wait of a part has to fail: else it would pass whatever the program does. */
  async #leaveOut(at: number): Promise<void> {
    const isOver = this.#brokenAt !== undefined && at >= this.#brokenAt;
    const wait = this.#waitOf(at);
    if (!this.#parts[at]?.action || isOver || !wait.current) return;
    for (let attempt = 1; attempt <= MOST_REPEATS; attempt++) {
      this.#tell(`without action ${at} of ${this.#actions}`);
      await using terminal = await startReplay(this.#session, this.#timeoutMs);
      if (!(await this.#reach(terminal, at))) continue;
      await untilAtRest(terminal, this.#timeoutMs);
      for (let form = wait.current; form; form = wait.current) {
        const current = form;
        if ((await failureOf(() => expectWait(terminal, current, USUAL_MS))) !== undefined) return;
        wait.fail(current, 'without the action, too');
      }
      return;
    }
    wait.failAll('because it could not be tried without its action');
  }

  /** Whether all that comes before a part has been done. */
  async #reach(terminal: Terminal, at: number): Promise<boolean> {
    for (const { action, wait } of this.#parts.slice(0, at)) {
      const [form, first] = [action?.current, wait.current];
      const failure = await failureOf(async () => {
        if (form) await perform(terminal, form);
        if (first) await expectWait(terminal, first);
      });
      if (failure !== undefined) return false;
    }
    return true;
  }

  get #actions(): number {
    return this.#parts.filter(({ action }) => action).length;
  }

  /** What has to be seen next: of the last action that is the end of the program, where nothing else is. */
  #waitOf(at: number): Choice<Wait> {
    const [part, next] = [this.#parts[at], this.#parts[at + 1]];
    if (part?.wait.current || !next || next.action) return part?.wait ?? new Choice<Wait>([]);
    return next.wait;
  }

  #lines(): TestLine[] {
    return this.#parts.flatMap(({ action, wait }, at): TestLine[] => {
      if (this.#brokenAt !== undefined && at >= this.#brokenAt) return this.#brokenLines(at);
      const waits = wait.current ? [{ kind: 'wait' as const, wait: wait.current }] : [];
      if (!action?.current) return at > 0 && waits.length === 0 ? this.#exitComment(wait) : waits;
      const isShown = waits.length > 0 || this.#waitOf(at).current !== undefined;
      const nothing: TestLine[] = isShown
        ? []
        : [{ kind: 'comment', text: `${NOTHING} that the next line was done.` }];
      const other: TestLine[] =
        action.current === action.first || action.first === undefined
          ? []
          : [
              {
                kind: 'comment',
                text: `${lineText({ kind: 'action', action: action.first })} fails ${action.reason}`,
              },
            ];
      return [...other, ...nothing, { kind: 'action', action: action.current }, ...waits];
    });
  }

  #exitComment({ first, reason }: Choice<Wait>): TestLine[] {
    return first
      ? [{ kind: 'comment', text: `${lineText({ kind: 'wait', wait: first })} fails ${reason}` }]
      : [];
  }

  #brokenLines(at: number): TestLine[] {
    const { action, wait } = this.#parts[at] ?? {};
    const [first, next] = [action?.first, wait?.first];
    const why: TestLine[] =
      at === this.#brokenAt
        ? [{ kind: 'comment', text: `Not replayed from here on, ${action?.reason ?? ''}` }]
        : [];
    return [
      ...why,
      ...(first ? [{ kind: 'comment' as const, text: lineText({ kind: 'action', action: first }) }] : []),
      ...(next ? [{ kind: 'comment' as const, text: lineText({ kind: 'wait', wait: next }) }] : []),
    ];
  }

  #tell(what: string): void {
    this.#replays++;
    this.#options.onReplay?.(what);
  }

  get #timeoutMs(): number {
    return this.#options.timeoutMs ?? TIMEOUT_MS;
  }
}

const WIDER = 20;
/** As long as a test waits that asks for nothing else. */
const USUAL_MS = testDefaults.timeoutMs;
/** How often a replay is begun that does not get where it should. */
const MOST_REPEATS = 3;
const TIMEOUT_MS = 15_000;
/** Each one has ruled something out. */
const MOST_ATTEMPTS = 10;
const NOTHING = 'Nothing on the screen shows';

/** The first line of why it failed; undefined where it has not. */
async function failureOf(body: () => Promise<void>): Promise<string | undefined> {
  try {
    await body();
    return undefined;
  } catch (error) {
    if (!isFinding(error)) throw error;
    const [first = ''] = error.message.split('\n');
    return first;
  }
}

/** Keeps all cores busy, with two threads for each. */
function load(): Disposable {
  const workers = Array.from(
    { length: 2 * availableParallelism() },
    () => new Worker('for (;;) {}', { eval: true }),
  );
  for (const worker of workers) worker.unref();
  return {
    [Symbol.dispose]: () => {
      for (const worker of workers) void worker.terminate();
    },
  };
}
