import type { Host } from '../../../src/hosts/host.js';
import { judgeTerminal } from '../../../src/hosts/waiting/judge-terminal.js';
import { EPOLL_CHANNEL } from '../../../src/hosts/waiting/raw-facts.js';
import { sameActivity } from '../../../src/hosts/waiting/same-activity.js';
import type { TerminalFacts, TerminalVerdict } from '../../../src/hosts/waiting/terminal-facts.js';
import type { IsolatedTmux } from '../../../src/testing/isolated-tmux.js';
import type { Pane } from '../../../src/tmux/pane.js';
import type { ProgramRow } from './waiting-programs.js';

export type Probe = (host: Host, pid: number) => Promise<TerminalFacts>;

export interface TableLine {
  readonly row: ProgramRow;
  readonly verdict: TerminalVerdict;
  readonly withoutCalls: TerminalVerdict;
  readonly ofSomebodyElse: TerminalVerdict;
}

/** Starts each program in a pane and judges it, once for each way to look; gives the table and what is wrong in it. */
export async function judgePrograms(
  server: IsolatedTmux,
  rows: readonly ProgramRow[],
  probes: readonly Probe[],
): Promise<{ lines: TableLine[]; problems: string[] }> {
  const session = await server.tmux.ensureSession('main');
  const lines: (TableLine | undefined)[] = rows.map(() => undefined);
  const problems: string[] = [];
  const queue = rows.entries();
  const work = async (): Promise<void> => {
    for (const [index, row] of queue) {
      try {
        const pane = await session.newWindow({ command: row.command });
        await row.ready(pane);
        for (const probe of probes) {
          const line = await sureLine(row, () => settledFacts(server.host, pane, probe, row));
          lines[index] ??= line;
          problems.push(...check(line));
        }
        if (row.end) {
          const ended = pane.waitForExit();
          await pane.sendKeys(row.end);
          await ended;
        }
        await pane.kill();
      } catch (error) {
        // The others are still judged, and the table is shown.
        problems.push(`${row.name}: ${error}`);
      }
    }
  };
  // Most of the time of a row is spent waiting for quiet.
  await Promise.all([work(), work(), work(), work()]);
  return { lines: lines.filter((line) => line !== undefined), problems };
}

/**
 * The line of a program, when its verdict is as sure as it can be: where many processes make the search for those that have
 * the terminal open expensive, a verdict between two searches is likely at most.
 */
async function sureLine(row: ProgramRow, look: () => Promise<TerminalFacts>): Promise<TableLine> {
  let line = tableLine(row, await look());
  for (let looks = 1; looks < MOST_LOOKS && !isSureEnough(line); looks++) line = tableLine(row, await look());
  return line;
}

const MOST_LOOKS = 40;

function isSureEnough({ row, verdict }: TableLine): boolean {
  return level(verdict.confidence) >= level(row.atLeast ?? 'guess');
}

function level(confidence: string): number {
  return ['guess', 'likely', 'certain'].indexOf(confidence);
}

function tableLine(row: ProgramRow, facts: TerminalFacts): TableLine {
  return {
    row,
    verdict: judgeTerminal(facts),
    withoutCalls: judgeTerminal(withoutCalls(facts)),
    ofSomebodyElse: judgeTerminal(ofSomebodyElse(facts)),
  };
}

/**
 * The facts when nothing has happened between two looks, or after some looks when something always happens: a program
 * that has printed its prompt may still be on its way to wait for the answer, and on a busy machine stand still there
 * until it is given a processor.
 */
async function settledFacts(host: Host, pane: Pane, probe: Probe, row: ProgramRow): Promise<TerminalFacts> {
  const onItsWay = ({ processes }: TerminalFacts): boolean =>
    row.truth === 'waiting' && processes.some(({ state }) => state === 'R');
  await pane.waitForQuiet(150, { timeoutMs: 10_000 }).catch(() => undefined);
  const { pid } = await pane.info();
  let before = await probe(host, pid);
  for (let look = 0; look < 10 || (look < 1_000 && onItsWay(before)); look++) {
    await new Promise((resolve) => setTimeout(resolve, 50));
    const after = await probe(host, pid);
    if (sameActivity(before, after) && !onItsWay(after)) return after;
    before = after;
  }
  return before;
}

/** What a machine that hides system calls would have said. */
function withoutCalls(facts: TerminalFacts): TerminalFacts {
  const processes = facts.processes.map((process) => ({
    ...process,
    threads: process.threads.map((thread) => ({
      ...thread,
      call: undefined,
      awaits: EPOLL_CHANNEL.test(thread.waitChannel) ? thread.awaits : undefined,
    })),
  }));
  return { ...facts, processes };
}

/** What anybody sees of the processes of somebody else. */
function ofSomebodyElse(facts: TerminalFacts): TerminalFacts {
  const processes = withoutCalls(facts).processes.map((process) => ({
    ...process,
    files: undefined,
    threads: process.threads.map((thread) => ({ ...thread, waitChannel: '', awaits: undefined })),
  }));
  return { ...facts, processes };
}

function check(line: TableLine): string[] {
  const { row, verdict } = line;
  const problems: string[] = [];
  const say = (what: string): unknown => problems.push(`${row.name}: ${what}: ${JSON.stringify(verdict)}`);
  if (verdict.state !== (row.verdict ?? row.truth)) say('wrong');
  for (const { state, confidence } of [verdict, line.withoutCalls, line.ofSomebodyElse]) {
    if (state !== row.truth && confidence === 'certain') say('certain of what is wrong');
  }
  if (level(verdict.confidence) > level(row.atMost ?? 'certain')) say('too sure');
  if (!isSureEnough(line)) say('not sure enough');
  if (row.kind && verdict.kind !== row.kind) say(`not ${row.kind}`);
  return problems;
}

export function formatTable(place: string, lines: readonly TableLine[]): string {
  const short = ({ state, confidence }: TerminalVerdict): string => `${state} ${confidence}`;
  const rows = lines.map(({ row, verdict, ...degraded }) => [
    row.name,
    row.truth,
    `${short(verdict)}${verdict.kind ? ` (${verdict.kind})` : ''}`,
    short(degraded.withoutCalls),
    short(degraded.ofSomebodyElse),
    verdict.reason,
  ]);
  rows.unshift(['program', 'truth', 'verdict', 'calls hidden', "somebody else's", 'reason']);
  const widths = [0, 1, 2, 3, 4].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const text = rows.map((row) => row.map((cell, index) => cell.padEnd(widths[index] ?? 0)).join('  '));
  return `${lines.length} programs on ${place}\n${text.join('\n')}\n`;
}
