import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { SendResult } from '../../../src/delivery/send-result.js';
import { TmuxBridge } from '../../../src/systems/tmux-bridge.js';
import { type IsolatedTmux, isolatedTmux } from '../../../src/testing/isolated-tmux.js';
import type { Pane } from '../../../src/tmux/pane.js';
import { judgeSend, type TruthEvent, type Wrong } from './judge-send.js';
import type { LabProgram } from './programs.js';

export interface LabOptions {
  /** How many of a program's sends are made. */
  readonly sends: (program: LabProgram) => number;
  /** Processes at the same time. */
  readonly parallel: number;
  readonly onProgram?: (row: LabRow) => void;
}

/** What came of all sends to one program. */
export interface LabRow {
  readonly program: LabProgram;
  readonly sends: number;
  readonly counts: Readonly<Record<string, number>>;
  readonly wrong: readonly Wrong[];
}

/** Sends texts to each program, and compares every receipt with what the program says that it took. */
export async function runLab(programs: readonly LabProgram[], options: LabOptions): Promise<LabRow[]> {
  const folder = await mkdtemp(join(tmpdir(), 'muxwright-receipts-'));
  await using server = await isolatedTmux();
  await using bridge = new TmuxBridge({ host: server.tmux, config: { subprocessTimeoutMs: 60_000 } });
  const lab: Lab = { server, bridge, folder, count: 0 };
  try {
    const rows: LabRow[] = [];
    for (const program of programs) {
      const row = await runProgram(lab, program, options);
      options.onProgram?.(row);
      rows.push(row);
    }
    return rows;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

interface Lab {
  readonly server: IsolatedTmux;
  readonly bridge: TmuxBridge;
  readonly folder: string;
  count: number;
}

async function runProgram(lab: Lab, program: LabProgram, options: LabOptions): Promise<LabRow> {
  const sends = options.sends(program);
  const counts = new Map<string, number>();
  const wrong: Wrong[] = [];
  let round = 0;
  const worker = async (): Promise<void> => {
    while (round < sends) {
      const rounds = Array.from({ length: Math.min(program.each, sends - round) }, () => round++);
      const made = await runProcess(lab, program, rounds);
      // What was left over by a process that could not take more is for the next one.
      round -= rounds.length - made.length;
      for (const { outcome, mistakes } of made) {
        counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
        wrong.push(...mistakes);
      }
    }
  };
  await Promise.all(Array.from({ length: options.parallel }, worker));
  const proven = (counts.get('submitted') ?? 0) + (counts.get('queued') ?? 0);
  if (program.takes && proven < sends * FEWEST_PROVEN)
    wrong.push({ what: 'too careful', detail: `${proven} of ${sends} were proven` });
  return { program, sends, counts: Object.fromEntries(counts), wrong };
}

/** Of texts that a program took. */
const FEWEST_PROVEN = 0.9;

interface Made {
  readonly outcome: string;
  readonly mistakes: readonly Wrong[];
}

async function runProcess(lab: Lab, program: LabProgram, rounds: readonly number[]): Promise<Made[]> {
  const truth = join(lab.folder, `${++lab.count}.jsonl`);
  const session = await lab.server.tmux.ensureSession('lab', { size: { width: 100, height: 30 } });
  const pane = await session.newWindow({ command: ['env', `TRUTH=${truth}`, ...program.command] });
  const sent: { readonly text: string; readonly result: SendResult }[] = [];
  try {
    await untilReady(program, pane, truth);
    for (const round of rounds) {
      const text = program.text(`t${lab.count}n${round}`, round);
      const sending = lab.bridge.sendText(pane.id, text, { timeoutMs: 120_000, ...program.options });
      const [result] = await Promise.all([sending, program.person ? typeAlong(pane) : undefined]);
      sent.push({ text, result });
      if (!result.success) break;
    }
    // A program may take late what was not proven.
    if (sent.some(({ result }) => result.status === 'unconfirmed' || program.person)) await delay(900);
    const events = await untilQuiet(truth);
    return sent.map(({ text, result }, index) => ({
      outcome: result.errorCode ?? result.status ?? 'typed',
      mistakes: judgeSend(
        program,
        text,
        result,
        events,
        index === sent.length - 1 ? sent.map((one) => one.text) : undefined,
      ),
    }));
  } finally {
    await pane.kill().catch(() => {});
  }
}

async function untilReady(program: LabProgram, pane: Pane, truth: string): Promise<void> {
  const { command } = program;
  if (command[0] === 'sh' && command[1] === '-i') return void (await pane.waitForCursorLine(/[$#] ?$/));
  if (command[0] === 'bash') return void (await pane.waitForCursorLine(/[$#] ?$/));
  if (program.name === 'starts slowly' || program.name === 'begins to read late') return;
  while (!(await events(truth)).some(({ type }) => type === 'ready')) await delay(5);
}

/** One to three letters, from the moment of the call on. */
async function typeAlong(pane: Pane): Promise<void> {
  for (let letters = Math.ceil(Math.random() * 3); letters > 0; letters--) {
    await delay(Math.random() * 120);
    await pane.sendText('q').catch(() => {});
  }
}

async function untilQuiet(truth: string): Promise<TruthEvent[]> {
  for (let before = -1; ; ) {
    const now = await events(truth);
    if (now.length === before) return now;
    before = now.length;
    await delay(60);
  }
}

async function events(truth: string): Promise<TruthEvent[]> {
  const text = await readFile(truth, 'utf8').catch(() => '');
  return text
    .split('\n')
    .slice(0, -1)
    .map((each) => JSON.parse(each) as TruthEvent);
}
