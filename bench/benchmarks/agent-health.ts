import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { CommanderAvailability } from '../../src/agents/availability/commander-availability.js';
import { checkHealthOf } from '../../src/status/health/check-health.js';
import { type Benchmark, type Contender, OURS } from '../benchmark.js';
import type { Ground } from '../ground.js';
import { spawned } from '../peers/spawned.js';
import { type Place, tmuxArgv } from '../places/place.js';
import { race } from '../race.js';

const AGENTS = 200;
const CYCLES = 50;

/** What it costs to look at many agents once: the time of processors, here, in tmux and in all that is started. */
export const agentHealth: Benchmark = {
  name: 'agent-health',
  unit: 'ms',
  async *run(ground) {
    const place = await ground.local();
    const { tmux } = place.server;
    const session = await tmux.ensureSession('bench-agents');
    const panes: string[] = [];
    for (let n = 0; n < AGENTS; n++) {
      panes.push((await session.newWindow({ command: ['bash', '-c', 'exec -a node sleep 86400'] })).id);
    }
    const [first] = panes;
    await tmux.pane(first ?? '').waitForQuiet(500);
    const effort = ground.effort(4, 0);
    yield await race(
      `processor time for ${AGENTS} agents, by name`,
      'ms',
      contenders(place, panes, undefined),
      effort,
    );
    yield await race(
      `processor time for ${AGENTS} agents, by process`,
      'ms',
      contenders(place, panes, ['codex']),
      effort,
    );
    for (const seconds of [1, 30]) await noteShare(ground, place, panes, seconds);
    await session.kill();
  },
};

function contenders(
  place: Place,
  panes: readonly string[],
  programs: readonly string[] | undefined,
): readonly Contender[] {
  const { tmux } = place.server;
  const targets = panes.map((paneId) => ({ paneId, programs }));
  const ours = async (): Promise<void> => {
    for (let cycle = 0; cycle < CYCLES; cycle++) await checkHealthOf(tmux, targets);
  };
  const each = async (): Promise<void> => {
    for (const pane of panes) {
      await spawned(tmuxArgv(place, 'list-panes', '-a', '-F', '#{pane_id}'));
      await spawned(tmuxArgv(place, 'display-message', '-p', '-t', pane, '#{pane_current_command}'));
    }
  };
  const serverPid = tmux.server?.pid ?? 0;
  return [
    { name: OURS, role: 'ours', sample: async () => (await processorMs(ours, serverPid)) / CYCLES },
    { name: 'two tmux commands spawned for each', role: 'peer', sample: () => processorMs(each, serverPid) },
  ];
}

/** The part of a core that regular checks take, with all that tmux does so that panes which close are noticed. */
async function noteShare(
  ground: Ground,
  place: Place,
  panes: readonly string[],
  seconds: number,
): Promise<void> {
  const { tmux } = place.server;
  const config = { healthCheckIntervalMs: seconds * 1000 };
  await using availability = new CommanderAvailability({ config }).start();
  const target = { host: tmux, programs: ['codex'] };
  await Promise.all(panes.map((paneId) => availability.register(paneId, { ...target, paneId })));
  const windowMs = ground.quick ? 5_000 : Math.max(10, seconds) * 1000;
  const used = await processorMs(
    () => delay(windowMs, undefined, { signal: ground.signal }),
    tmux.server?.pid ?? 0,
  );
  const share = ((used / windowMs) * 100).toFixed(2);
  ground.note(`${AGENTS} agents, looked at by process every ${seconds} s: ${share} % of a core.`);
}

/** Processor time of this process, all below it and the tmux server. The kernel counts hundredths of a second. */
async function processorMs(action: () => Promise<unknown>, serverPid: number): Promise<number> {
  const before = usedMs(serverPid);
  await action();
  return usedMs(serverPid) - before;
}

function usedMs(serverPid: number): number {
  return (
    [process.pid, ...childrenOf(process.pid), serverPid].reduce((sum, pid) => sum + ticksOf(pid), 0) * 10
  );
}

function childrenOf(pid: number): number[] {
  const children = readdirSync(`/proc/${pid}/task`).flatMap((thread) =>
    read(`/proc/${pid}/task/${thread}/children`).split(' ').filter(Boolean).map(Number),
  );
  return children.flatMap((child) => [child, ...childrenOf(child)]);
}

/** Its own time, and that of its children that have ended. */
function ticksOf(pid: number): number {
  const fields = read(`/proc/${pid}/stat`)
    .replace(/^.*\) /s, '')
    .split(' ');
  return fields.slice(11, 15).reduce((sum, field) => sum + (Number(field) || 0), 0);
}

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
