import { readdir } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { connect } from '../../src/tmux/connect.js';
import type { Leftovers, RunEvidence } from './evidence.js';
import { hostProcesses } from './host-processes.js';
import type { World } from './world.js';

/** How long a process may need to end by itself. */
const GRACE_MS = 15_000;

/** Files of runs that go before the run has ended. */
const TEMPORARY = /^([a-z0-9]+)\.(in|go|ack|jobs|stdin|exit\.new)$/;

/** Ends what is meant to stay, such as the sessions of chats, and looks what else is there. */
export async function findLeftovers(world: World, runs: readonly RunEvidence[]): Promise<Leftovers> {
  await endSessions(world);
  const deadline = performance.now() + GRACE_MS;
  let found = await look(world, runs);
  while (found.files.length + found.processes.length > 0 && performance.now() < deadline) {
    await delay(100);
    found = await look(world, runs);
  }
  return found;
}

async function endSessions({ address, actorSettings }: World): Promise<void> {
  await using tmux = await connect(address, actorSettings.connect);
  for (const { name } of await tmux.sessions()) {
    if (name !== 'main' && name !== 'chaos') await tmux.command('kill-session', '-t', `=${name}`);
  }
}

async function look(world: World, runs: readonly RunEvidence[]): Promise<Leftovers> {
  // Of a run that was ended together with its server nobody could clean up.
  const ended = new Set(
    runs.flatMap(({ runs: [run] }) => (run?.verdict && !run.verdict.lost ? [run.id] : [])),
  );
  const names = await Promise.all(world.logFolders.map((folder) => readdir(folder).catch(() => [])));
  const files = names.flat().filter((name) => ended.has(TEMPORARY.exec(name)?.[1] ?? ''));
  return { files, processes: leftProcesses(world) };
}

/** All that has the environment of the round, but for the tmux server and what holds its two sessions open. */
function leftProcesses({ folder, socket }: World): string[] {
  const all = hostProcesses().filter(
    ({ state, environ }) => state !== 'Z' && environ.includes(`MUX_CHAOS=${folder}`),
  );
  const servers = all
    .filter(({ argv }) => argv.startsWith('tmux ') && argv.includes(socket))
    .map(({ pid }) => pid);
  const holds = /^(exec )?(sleep|-?bash|-?sh)$/;
  return all
    .filter(({ pid, parent, argv }) => {
      const program = argv.split(' ')[0]?.split('/').at(-1) ?? '';
      return (
        !servers.includes(pid) && !(servers.includes(parent) && holds.test(program) && !argv.includes('-c'))
      );
    })
    .map(({ pid, argv }) => `${pid} ${argv.slice(0, 300)}`);
}
