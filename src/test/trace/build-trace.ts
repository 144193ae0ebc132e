import { createHash } from 'node:crypto';
import type { StyledScreen } from '../../screen/index.js';
import { FrameWriter, type Trace, type TracedTerminal, type TraceEntry } from '../../trace/index.js';
import { ScreenGrid } from '../locators/screen-grid.js';
import type { RunningStep } from '../steps.js';
import { hintsFor } from './hints.js';
import type { SeenCall, TerminalTrace } from './terminal-trace.js';
import type { TraceRedaction } from './trace-redaction.js';
import { lengthOf, tracedOutput } from './traced-output.js';

/** What a trace is made from, beside what its terminals have kept. */
export interface TraceFacts
  extends Omit<Trace, 'schema' | 'entries' | 'terminals' | 'omitted' | 'durationMs' | 'environment'> {
  /** On the clock of `performance`. */
  readonly begunAt: number;
  readonly endedAt: number;
  readonly environment: Readonly<Record<string, string>>;
}

/** How much of a trace is kept. Each level keeps less than the one before it. */
export interface TraceDetail {
  /** Whether frames between steps are kept. */
  readonly between: boolean;
  /** How many characters of output at the begin, and as many at the end. */
  readonly output: number;
  /** How many entries at the begin, and five times as many at the end. */
  readonly entries: number;
}

export function buildTrace(
  facts: TraceFacts,
  terminals: readonly TerminalTrace[],
  redaction: TraceRedaction,
  detail: TraceDetail,
): Trace {
  return new Builder(facts, terminals, redaction, detail).build();
}

class Builder {
  readonly #facts: TraceFacts;
  readonly #terminals: readonly TerminalTrace[];
  readonly #redaction: TraceRedaction;
  readonly #detail: TraceDetail;
  readonly #omitted: string[] = [];
  readonly #steps = new Map<RunningStep, string>();

  constructor(
    facts: TraceFacts,
    terminals: readonly TerminalTrace[],
    redaction: TraceRedaction,
    detail: TraceDetail,
  ) {
    this.#facts = facts;
    this.#terminals = terminals;
    this.#redaction = redaction;
    this.#detail = detail;
  }

  build(): Trace {
    const { begunAt, endedAt, error, environment, sources, ...facts } = this.#facts;
    const built = this.#terminals.map((terminal, index) => this.#terminal(terminal, index));
    const calls = built.flatMap(({ entries }) => entries);
    // An entry of a step comes in front of what is in it.
    const entries = [...this.#stepEntries(calls), ...calls].sort((a, b) => a.at - b.at);
    const redact = (texts: Readonly<Record<string, string>>): Record<string, string> =>
      Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, this.#text(text)]));
    return {
      schema: 1,
      ...facts,
      test: { ...facts.test, name: this.#text(facts.test.name) },
      ...(error !== undefined && { error: this.#text(error) }),
      durationMs: round(endedAt - begunAt),
      environment: this.#environment(environment),
      entries,
      terminals: built.map(({ terminal }) => terminal),
      sources: redact(sources),
      omitted: this.#omitted,
    };
  }

  #terminal(
    trace: TerminalTrace,
    index: number,
  ): { readonly terminal: TracedTerminal; readonly entries: TraceEntry[] } {
    const { begunAt } = this.#facts;
    const writer = new FrameWriter((content) =>
      createHash('sha256').update(content).digest('hex').slice(0, 12),
    );
    const { output, omitted } = tracedOutput(trace.output, this.#redaction, {
      startedAt: begunAt,
      most: this.#detail.output,
    });
    const where = this.#terminals.length > 1 ? ` of terminal ${index + 1}` : '';
    if (omitted > 0) this.#omitted.push(`The middle of the output${where}: ${omitted} characters`);
    const calls = this.#keptCalls(trace.calls, where);
    const screens = this.#keptScreens(trace, calls, where);
    const timeline = screens.map(
      ({ at, screen }) => [round(at - begunAt), this.#frame(writer, screen)] as const,
    );
    const entries = calls.map((call, at) =>
      this.#entry(call, index, { writer, trace, output, next: calls[at + 1] }),
    );
    const last = trace.screens.at(-1)?.screen;
    const exit = trace.exits.at(-1);
    return {
      entries,
      terminal: {
        command: this.#text(trace.program?.command ?? ''),
        host: trace.program?.host ?? 'local',
        width: last?.width ?? 80,
        height: last?.height ?? 24,
        frames: writer.frames,
        timeline,
        verdicts: trace.verdicts.map(
          ({ at, until, verdict: { state, confidence, kind, reason, steady } }) => ({
            at: round(at - begunAt),
            until: round(until - begunAt),
            state,
            confidence,
            ...(kind && { kind }),
            reason: this.#text(reason),
            steady,
          }),
        ),
        output: output.map(([at, text]) => [round(at), text] as const),
        ...(exit && {
          exit: {
            at: round(exit.at - begunAt),
            ...(exit.exit.code !== undefined && { code: exit.exit.code }),
          },
        }),
      },
    };
  }

  #keptCalls(calls: readonly SeenCall[], where: string): readonly SeenCall[] {
    const { entries } = this.#detail;
    if (calls.length <= 6 * entries) return calls;
    const kept = [...calls.slice(0, entries), ...calls.slice(-5 * entries)];
    this.#omitted.push(`${calls.length - kept.length} entries in the middle of the test${where}`);
    return kept;
  }

  #keptScreens(trace: TerminalTrace, calls: readonly SeenCall[], where: string): TerminalTrace['screens'] {
    const { screens, droppedScreens } = trace;
    const wanted = new Set(calls.flatMap((call) => [beforeOf(call), afterOf(call, undefined, trace)]));
    const kept = this.#detail.between
      ? screens
      : screens.filter(({ screen }, at) => wanted.has(screen) || at === screens.length - 1);
    const missing = droppedScreens + screens.length - kept.length;
    if (missing > 0) this.#omitted.push(`${missing} frames between steps${where}`);
    return kept;
  }

  #entry(
    call: SeenCall,
    index: number,
    context: {
      readonly writer: FrameWriter;
      readonly trace: TerminalTrace;
      readonly output: TracedTerminal['output'];
      readonly next: SeenCall | undefined;
    },
  ): TraceEntry {
    const { begunAt, endedAt } = this.#facts;
    const { entry, finding, step, failed, message, looks } = call;
    const { writer, trace, output, next } = context;
    const end = call.endAt ?? endedAt;
    const before = beforeOf(call);
    const after = afterOf(call, next, trace);
    const printedBy = (at: number): number => lengthOf(output.filter(([when]) => when <= at - begunAt));
    const shown = (screen: StyledScreen): string => this.#frame(writer, screen);
    const kept = this.#detail.between ? looks : looks.slice(-1);
    const isSteps = failed || entry.kind === 'expectation';
    return {
      id: index === 0 ? String(entry.number) : `${index + 1}.${entry.number}`,
      kind: entry.kind,
      terminal: index,
      name: entry.name,
      detail: this.#text(entry.detail),
      ...(entry.source && { source: entry.source }),
      ...(step && { parent: this.#stepId(step) }),
      at: round(entry.at - begunAt),
      endAt: round(end - begunAt),
      outcome: entry.outcome ?? 'not ended',
      failed,
      ...(message && { message: this.#text(message) }),
      ...(finding &&
        isSteps && { expected: this.#text(finding.expected), received: this.#text(finding.received) }),
      ...(finding?.stages && {
        locator: {
          stages: finding.stages.map(({ description, count }) => ({
            description: this.#text(description),
            count,
          })),
          ...(finding.nearest && { nearest: this.#text(finding.nearest) }),
        },
      }),
      ...(finding?.marks?.length && { marks: finding.marks.flat() }),
      ...(before && { before: shown(before) }),
      ...(after && { after: shown(after) }),
      output: [printedBy(entry.at), printedBy(end)],
      ...(kept.length > 0 && {
        looks: kept.map(({ at, wake, screen, pass, received }) => ({
          at: round(at - begunAt),
          wake,
          frame: shown(screen),
          pass,
          received: this.#text(received).slice(0, LONGEST_RECEIVED),
        })),
      }),
      ...(entry.receipt && {
        receipt: Object.fromEntries(
          Object.entries(entry.receipt).map(([name, value]) => [
            name,
            typeof value === 'number' ? round(value) : value,
          ]),
        ) as unknown as NonNullable<TraceEntry['receipt']>,
      }),
      ...(failed && {
        hints: hintsFor(call, trace, (screen) => new ScreenGrid(screen)).map((hint) => this.#text(hint)),
      }),
    };
  }

  #stepEntries(calls: readonly TraceEntry[]): TraceEntry[] {
    const { begunAt, endedAt } = this.#facts;
    return [...this.#steps].map(([step, id]) => ({
      id,
      kind: 'step',
      name: step.isBlock ? step.name : 'step',
      detail: step.isBlock ? '' : this.#text(step.name),
      ...(step.source && { source: step.source }),
      ...(step.parent && { parent: this.#stepId(step.parent) }),
      at: round(step.at - begunAt),
      endAt: round((step.endAt ?? endedAt) - begunAt),
      outcome: step.failed ? 'failed' : step.endAt === undefined ? 'not ended' : 'done',
      failed: step.failed ?? false,
      ...withFrames(calls.filter(({ parent }) => parent === id)),
    }));
  }

  #stepId(step: RunningStep): string {
    const known = this.#steps.get(step);
    if (known) return known;
    if (step.parent) this.#stepId(step.parent);
    const id = `s${this.#steps.size + 1}`;
    this.#steps.set(step, id);
    return id;
  }

  #frame(writer: FrameWriter, screen: StyledScreen): string {
    return writer.add(this.#redaction.screen(screen));
  }

  /** As a rule sees it: with its name. */
  #environment(environment: Readonly<Record<string, string>>): Record<string, string> {
    return Object.fromEntries(
      Object.entries(environment).map(([name, value]) => {
        const line = this.#text(`${name}=${value}`);
        return [name, line.startsWith(`${name}=`) ? line.slice(name.length + 1) : line];
      }),
    );
  }

  #text(text: string): string {
    return this.#redaction.text(text);
  }
}

/** The screen that an entry began with. */
function beforeOf({ entry, looks }: SeenCall): StyledScreen | undefined {
  return entry.before ?? looks[0]?.screen;
}

/** What an expectation has seen last; of an action, what was there when the next entry began, or at the end. */
function afterOf(
  { entry, looks }: SeenCall,
  next: SeenCall | undefined,
  { screens }: TerminalTrace,
): StyledScreen | undefined {
  if (entry.kind === 'expectation') return looks.at(-1)?.screen;
  if (next) return beforeOf(next) ?? looks.at(-1)?.screen;
  return screens.at(-1)?.screen;
}

/** A step begins with the first screen of what is in it, and ends with the last one. */
function withFrames(inside: readonly TraceEntry[]): Pick<TraceEntry, 'before' | 'after' | 'terminal'> {
  const first = inside.find(({ before }) => before !== undefined);
  const last = inside.findLast(({ after }) => after !== undefined);
  if (!first?.before || first.terminal === undefined) return {};
  return {
    terminal: first.terminal,
    before: first.before,
    ...(last?.after && last.terminal === first.terminal && { after: last.after }),
  };
}

const LONGEST_RECEIVED = 500;

/** To a tenth of a millisecond. */
function round(ms: number): number {
  return Math.round(ms * 10) / 10;
}
