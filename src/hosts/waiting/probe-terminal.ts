import { type CallOptions, Deadline } from '../../model/index.js';
import type { Host } from '../host.js';
import { PROBE_SCRIPT, parseProbe } from './probe-script.js';
import { type RawFacts, terminalFacts } from './raw-facts.js';
import { readProc } from './read-proc.js';
import { type TerminalFacts, terminalDevice } from './terminal-facts.js';
import { terminalProcesses, withOutsiders } from './terminal-processes.js';
import { threadRole } from './thread-role.js';

/** Of one terminal: beyond that the answer is marked as cut. */
const MAX_PROCESSES = 200;

export interface ProbeOptions extends CallOptions {
  /**
   * Whether all processes of the host are asked at once, as it was necessary for the same terminal a moment ago.
   * @default false
   */
  readonly all?: boolean;
  /**
   * Milliseconds in which nothing has happened on the terminal: which processes have it open may be known from then.
   * @default 0
   */
  readonly quietMs?: number;
}

/**
 * Asks the kernel of a host what the programs are doing that can read a pane's terminal, in one round trip, or two where
 * none of those that the pane's process has started looks at it: then all processes of the host are asked.
 *
 * @example
 * const { pid } = await pane.info();
 * const verdict = judgeTerminal(await probeTerminal(host, pid));
 * if (verdict.state === 'waiting') console.log(verdict.reason);
 */
export async function probeTerminal(
  host: Host,
  panePid: number,
  options: ProbeOptions = {},
): Promise<TerminalFacts> {
  if (host.address.kind === 'local') return probeHere(host, panePid, options);
  return probeByScript(host, panePid, options);
}

/** Without a script: `/proc` is read here, and `stty` started only where the modes of the terminal matter. */
async function probeHere(host: Host, panePid: number, options: ProbeOptions): Promise<TerminalFacts> {
  if (process.platform !== 'linux') return terminalFacts({ ...NOTHING, system: process.platform });
  using deadline = new Deadline({ ...options, what: `Looking at process ${panePid}` });
  if (deadline.error) throw deadline.error;
  const machine = MACHINES[process.arch] ?? process.arch;
  const below = terminalProcesses(panePid, MAX_PROCESSES);
  let raw = readProc(below, machine);
  let facts = terminalFacts({ ...raw, modes: new Map() });
  if (!facts.whole && (options.all || !isLookedAt(facts))) {
    const maxAgeMs = Math.min(Math.max(options.quietMs ?? 0, SHARED_MS), LONGEST_SHARED_MS);
    raw = readProc(withOutsiders(below, MAX_PROCESSES, maxAgeMs), machine);
    facts = terminalFacts({ ...raw, modes: new Map() });
  }
  const modes = await terminalModes(host, facts, options);
  return terminalFacts({ ...raw, modes });
}

async function terminalModes(
  host: Host,
  facts: TerminalFacts,
  options: CallOptions,
): Promise<Map<number, string>> {
  const terminals = new Set([facts.terminal, ...facts.processes.map(({ terminal }) => terminal)]);
  const wanted = [...terminals].filter((terminal) => terminal !== 0 && modesMatter(facts, terminal));
  if (wanted.length === 0) return new Map();
  const devices = wanted.map((terminal) => terminalDevice(terminal) ?? '/dev/null');
  const { stdout } = await host.script(STTY, [terminalDevice(facts.terminal) ?? '', ...devices], options);
  const lines = stdout.toString().split('\n');
  return new Map(wanted.map((terminal, index) => [terminal, lines[index] ?? '']));
}

/** The size matters only of a terminal that is not the pane's. */
const STTY = `own=$1; shift
for d; do echo "$(stty -g -F "$d")$([ "$d" = "$own" ] || echo " $(stty size -F "$d")")"; done`;

/** Whether a process is known to read or watch the terminal of the pane. */
function isLookedAt({ processes, terminal }: TerminalFacts): boolean {
  return processes.some((process) => {
    return process.threads.some((thread) => /reads|watches/.test(threadRole(thread, process, terminal).role));
  });
}

/** Not where no process looks at the terminal, and none is hidden from us that could. */
function modesMatter({ processes, terminal: own }: TerminalFacts, terminal: number): boolean {
  return processes.some((process) => {
    // Those of another session that have the pane's terminal open are among the processes, too.
    if (process.terminal !== terminal && terminal !== own) return false;
    const roles = process.threads.map((thread) => threadRole(thread, process, terminal).role);
    return roles.length === 0 || roles.some((role) => role !== 'idle' && role !== 'busy');
  });
}

/** The way for all other hosts; it works on this machine as well. */
export async function probeByScript(
  host: Pick<Host, 'script'>,
  panePid: number,
  options: ProbeOptions = {},
): Promise<TerminalFacts> {
  const ask = async (...scope: string[]): Promise<TerminalFacts> => {
    const args = [String(panePid), String(MAX_PROCESSES), ...scope];
    const { stdout } = await host.script(PROBE_SCRIPT, args, options);
    return terminalFacts(parseProbe(stdout));
  };
  if (options.all) return ask('all');
  const facts = await ask();
  return facts.whole || facts.terminal === 0 || isLookedAt(facts) ? facts : ask('all');
}

/** Looks at several terminals at once share what takes longest; but not for so long that a new reader is missed. */
const SHARED_MS = 15;
const LONGEST_SHARED_MS = 5_000;

const NOTHING: RawFacts = {
  system: '',
  machine: '',
  terminal: 0,
  cut: false,
  whole: true,
  processes: [],
  modes: new Map(),
};

const MACHINES: Partial<Record<string, string>> = {
  x64: 'x86_64',
  arm64: 'aarch64',
  riscv64: 'riscv64',
  loong64: 'loongarch64',
};
