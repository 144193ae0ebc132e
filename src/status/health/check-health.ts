import { type CallOptions, isMuxError } from '../../model/index.js';
import { type ForegroundProcess, findProgram, foregroundProcesses, INTERPRETERS } from '../../panes/index.js';
import {
  parseRecords,
  type RecordFields,
  recordFormat,
  type Tmux,
  type TmuxRecord,
} from '../../tmux/index.js';
import { type HealthResult, type HealthTarget, healthDefaults } from './health-result.js';

/** What is needed of a tmux server. */
export type HealthSource = Pick<Tmux, 'request' | 'host'>;

/**
 * Looks whether a pane is there, and whether an agent runs in it. Where its processes are not told in time it fails with
 * `TIMEOUT`: that an agent was not seen must not be taken for its end.
 *
 * @example
 * const { available, running } = await checkHealth(tmux, '%3');
 */
export async function checkHealth(
  tmux: HealthSource,
  paneId: string,
  options: Omit<HealthTarget, 'paneId'> & CallOptions = {},
): Promise<HealthResult> {
  const { programs, ...call } = options;
  const [result] = await lookAt(tmux, [{ paneId, programs }], call, unlessLate);
  return result ?? GONE;
}

/** The same for many panes: one query to tmux, and at most one script on the host. */
export async function checkHealthOf(
  tmux: HealthSource,
  targets: readonly HealthTarget[],
  options: CallOptions = {},
): Promise<HealthResult[]> {
  return lookAt(tmux, targets, options, () => undefined);
}

function unlessLate(error: unknown): undefined {
  if (isMuxError(error, 'TIMEOUT', 'ABORTED')) throw error;
}

async function lookAt(
  tmux: HealthSource,
  targets: readonly HealthTarget[],
  call: CallOptions,
  withoutProcesses: (error: unknown) => undefined,
): Promise<HealthResult[]> {
  const panes = await listPanes(tmux, targets, call);
  const looks = targets.map((target) => firstLook(target, panes.get(target.paneId)));
  const doubtful = looks.flatMap(({ pane, doubt }) => (pane && doubt ? Number(pane.pid) : []));
  if (doubtful.length === 0) return looks.map(({ result }) => result);
  // Where processes cannot be looked at the name is all there is.
  const processes = await foregroundProcesses(tmux.host, [...new Set(doubtful)], call).catch(
    withoutProcesses,
  );
  return looks.map((look) => secondLook(look, processes));
}

const PANE = {
  id: 'pane_id',
  pid: 'pane_pid',
  dead: 'pane_dead',
  command: 'pane_current_command',
  serverPid: 'pid',
  startTime: 'start_time',
} as const satisfies RecordFields;

type PaneRecord = TmuxRecord<typeof PANE>;

async function listPanes(
  tmux: HealthSource,
  targets: readonly HealthTarget[],
  call: CallOptions,
): Promise<Map<string, PaneRecord>> {
  const [first] = targets;
  const one = targets.length === 1 && first && /^%\d+$/.test(first.paneId);
  const which = one ? ['display-message', '-p', '-t', first.paneId] : ['list-panes', '-a', '-F'];
  try {
    const [body] = await tmux.request([[which[0] ?? '', ...which.slice(1), recordFormat(PANE)]], call);
    // For one that is gone tmux answers with empty values, or those of another pane.
    return new Map(parseRecords(PANE, body ?? Buffer.alloc(0)).map((pane) => [pane.id, pane]));
  } catch (error) {
    if (isMuxError(error, 'NO_SERVER', 'PANE_NOT_FOUND')) return new Map();
    throw error;
  }
}

interface Look {
  readonly target: HealthTarget;
  readonly pane: PaneRecord | undefined;
  readonly result: HealthResult;
  /** Its name does not tell whether it is the agent. */
  readonly doubt: boolean;
}

const GONE: HealthResult = {
  available: false,
  running: false,
  command: undefined,
  pid: undefined,
  dead: false,
  evidence: 'the pane is not there',
  panePid: undefined,
  server: undefined,
};

function firstLook(target: HealthTarget, pane: PaneRecord | undefined): Look {
  if (!pane) return { target, pane, result: GONE, doubt: false };
  const { command } = pane;
  const programs = target.programs ?? healthDefaults.programs;
  const named = programs.includes(command);
  const dead = pane.dead === '1';
  const result: HealthResult = {
    available: true,
    running: named && !dead,
    command,
    pid: Number(pane.pid),
    dead,
    evidence: dead ? 'the program of the pane has ended' : `${command} is in the foreground`,
    panePid: Number(pane.pid),
    server: `${pane.serverPid}:${pane.startTime}`,
  };
  const known = programsProper(target);
  const doubt = !dead && known.length > 0 && (!named || INTERPRETERS.test(command));
  return { target, pane, result, doubt };
}

/** The names that mean one program, and not whatever an interpreter runs. */
function programsProper({ programs }: HealthTarget): string[] {
  return (programs ?? []).filter((program) => !INTERPRETERS.test(program));
}

function secondLook(
  look: Look,
  processes: ReadonlyMap<number, readonly ForegroundProcess[]> | undefined,
): HealthResult {
  const { target, pane, result, doubt } = look;
  const seen = pane && doubt ? processes?.get(Number(pane.pid)) : undefined;
  if (!seen || seen.length === 0) return result;
  const found = findProgram(seen, programsProper(target));
  if (!found) return { ...result, running: false, evidence: `${shown(seen[0])} is in the foreground` };
  return { ...result, running: true, pid: found.pid, evidence: `${shown(found)} is in the foreground` };
}

function shown(process: ForegroundProcess | undefined): string {
  const words = (process?.argv ?? []).slice(0, 2).join(' ');
  return words.length > 80 ? `${words.slice(0, 79)}…` : words;
}
