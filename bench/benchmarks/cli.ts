import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Benchmark, type Contender, milliseconds, OURS } from '../benchmark.js';
import { cpuMilliseconds } from '../peers/cpu-time.js';
import { findProgram, spawned } from '../peers/spawned.js';
import { tmuxArgv } from '../places/place.js';
import { race } from '../race.js';

const main = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url));

/** From Enter to the end of a command, as a person has it: beside Node with nothing to do, and beside tmux itself. */
export const cli: Benchmark = {
  name: 'cli',
  unit: 'ms',
  async *run(ground) {
    const place = await ground.local();
    const container = (await ground.docker())?.commandLine;
    const state = await mkdtemp(join(tmpdir(), 'mux-bench-'));
    const at = place.server.address;
    const mux = (...args: string[]) => [`MUXWRIGHT_HOME=${state}`, process.execPath, main, ...args];
    const node = timed('node -e 0', 'floor', [process.execPath, '-e', '0']);
    const tmux = timed('tmux ls', 'peer', tmuxArgv(place, 'list-sessions'));
    const docker = container ? [timed('docker exec true', 'peer', container.argv(['true'], 'no-input'))] : [];
    const ls = mux('ls', '--host', at);
    const run = mux('run', '--host', at, '--', 'true');
    const effort = ground.effort(12, 100);
    try {
      yield await race('mux --version', 'ms', [timed(OURS, 'ours', mux('--version')), node], effort);
      yield await race('mux ls', 'ms', [timed(OURS, 'ours', ls), node, tmux, ...docker], effort);
      yield await race('mux run -- true', 'ms', [timed(OURS, 'ours', run), node, ...docker], effort);
      if (!findProgram('bash')) return;
      // What others do at the same time makes a start slower, and its work hardly more.
      const idle = worked('node -e 0', 'floor', [process.execPath, '-e', '0']);
      yield await race('mux ls, CPU', 'ms', [worked(OURS, 'ours', ls), idle], effort);
      yield await race('mux run -- true, CPU', 'ms', [worked(OURS, 'ours', run), idle], effort);
    } finally {
      await rm(state, { recursive: true, force: true });
    }
  },
};

function timed(name: string, role: Contender['role'], argv: readonly string[]): Contender {
  return { name, role, sample: () => milliseconds(() => spawned([...bare, ...argv])) };
}

function worked(name: string, role: Contender['role'], argv: readonly string[]): Contender {
  return { name, role, sample: () => cpuMilliseconds([...bare, ...argv]) };
}

/** Without what an environment may have Node do at every start: Node 20 reads these certificates before anything else. */
const bare = ['env', '-u', 'NODE_EXTRA_CA_CERTS', '-u', 'NODE_OPTIONS'];
