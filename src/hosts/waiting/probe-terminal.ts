import { type CallOptions, Deadline } from '../../model/deadline.js';
import type { Host } from '../host.js';
import { PROBE_SCRIPT, parseProbe } from './probe-script.js';
import { type RawFacts, terminalFacts } from './raw-facts.js';
import { readProc } from './read-proc.js';
import { type TerminalFacts, terminalDevice } from './terminal-facts.js';
import { threadRole } from './thread-role.js';

/** Of one terminal; whoever has more in the foreground is looked at in part. */
const MAX_PROCESSES = 200;

/**
 * Asks the kernel of a host what the programs in the foreground of a pane's terminal are doing, in one round trip.
 *
 * @example
 * const { pid } = await pane.info();
 * const verdict = judgeTerminal(await probeTerminal(host, pid));
 * if (verdict.state === 'waiting') console.log(verdict.reason);
 */
export async function probeTerminal(
  host: Host,
  panePid: number,
  options: CallOptions = {},
): Promise<TerminalFacts> {
  if (host.address.kind === 'local') return probeHere(host, panePid, options);
  return probeByScript(host, panePid, options);
}

/** Without a script: `/proc` is read here, and `stty` started only where the modes of the terminal matter. */
async function probeHere(host: Host, panePid: number, options: CallOptions): Promise<TerminalFacts> {
  if (process.platform !== 'linux') return terminalFacts({ ...NOTHING, system: process.platform });
  using deadline = new Deadline({ ...options, what: `Looking at process ${panePid}` });
  if (deadline.error) throw deadline.error;
  const raw = readProc(panePid, MACHINES[process.arch] ?? process.arch, MAX_PROCESSES);
  const facts = terminalFacts({ ...raw, modes: new Map() });
  const modes = await terminalModes(host, facts, options);
  return terminalFacts({ ...raw, modes });
}

async function terminalModes(
  host: Host,
  facts: TerminalFacts,
  options: CallOptions,
): Promise<Map<number, string>> {
  const terminals = new Set(facts.processes.map(({ terminal }) => terminal));
  const wanted = [...terminals].filter((terminal) => modesMatter(facts, terminal));
  if (wanted.length === 0) return new Map();
  const devices = wanted.map((terminal) => terminalDevice(terminal) ?? '/dev/null');
  const { stdout } = await host.script('for d; do echo "$(stty -g -F "$d")"; done', devices, options);
  const lines = stdout.toString().split('\n');
  return new Map(wanted.map((terminal, index) => [terminal, lines[index] ?? '']));
}

/** Not where nobody looks at the terminal, and nobody is hidden from us who could. */
function modesMatter({ processes }: TerminalFacts, terminal: number): boolean {
  return processes.some((process) => {
    if (process.terminal !== terminal) return false;
    const roles = process.threads.map((thread) => threadRole(thread, process, terminal).role);
    return roles.length === 0 || roles.some((role) => role !== 'idle' && role !== 'busy');
  });
}

/** The way for all other hosts; it works on this machine as well. */
export async function probeByScript(
  host: Pick<Host, 'script'>,
  panePid: number,
  options: CallOptions = {},
): Promise<TerminalFacts> {
  const args = [String(panePid), String(MAX_PROCESSES)];
  const { stdout } = await host.script(PROBE_SCRIPT, args, options);
  return terminalFacts(parseProbe(stdout));
}

const NOTHING: RawFacts = {
  system: '',
  machine: '',
  terminal: 0,
  cut: false,
  processes: [],
  modes: new Map(),
};

const MACHINES: Partial<Record<string, string>> = {
  x64: 'x86_64',
  arm64: 'aarch64',
  riscv64: 'riscv64',
  loong64: 'loongarch64',
};
