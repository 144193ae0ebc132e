import { TmuxCapability } from '../../src/systems/tmux-capability.js';
import { type Benchmark, type Contender, milliseconds, OURS } from '../benchmark.js';
import { spawned } from '../peers/spawned.js';
import { type Place, tmuxArgv } from '../places/place.js';
import { race } from '../race.js';

const PANES = 100;
const FOLDER = '/tmp/muxwright-bench-workspace';
const FORMAT = '#{window_index}.#{pane_index}|#{pane_current_path}|#{pane_current_command}';

/** What a language model waits for: the list of all panes, and a command with what it printed. */
export const workspace: Benchmark = {
  name: 'workspace',
  unit: 'ms',
  async *run(ground) {
    for (const place of await ground.places()) {
      await using capability = new TmuxCapability({
        host: place.server.address,
        config: {
          session: 'bench-workspace',
          folder: FOLDER,
          env: { HOME: '/nonexistent' },
          connect: place.hostOptions,
        },
      });
      const run = (request: Record<string, unknown>) => must(capability, request);
      await run({ action: 'send', command: ':', wait: 'end' });
      yield await race(`send and read, ${place.name}`, 'ms', sendAndRead(place, run), ground.effort(16, 40));
      if (place.name === 'local') {
        const session = await place.server.tmux.findSession('bench-workspace');
        for (let n = 1; n < PANES; n++) await session?.newWindow({ command: ['sleep', '86400'] });
        yield await race(`list of ${PANES} panes`, 'ms', lists(place, run), ground.effort(6, 12));
      }
      await (await place.server.tmux.findSession('bench-workspace'))?.kill();
      await place.server.host.files.remove(FOLDER);
    }
  },
};

type Run = (request: Record<string, unknown>) => Promise<unknown>;

function sendAndRead(place: Place, run: Run): Contender[] {
  const target = 'bench-workspace:';
  const through = (argv: string[]): string[] =>
    place.name === 'local' ? argv : (place.commandLine?.argv(argv, 'no-input') ?? argv);
  const theirs = async (): Promise<void> => {
    await spawned(through(tmuxArgv(place, 'send-keys', '-t', target, 'true', 'Enter')));
    await spawned(through(tmuxArgv(place, 'capture-pane', '-t', target, '-p', '-S', '-100')));
  };
  const ours = async (): Promise<void> => {
    await run({ action: 'send', command: 'true' });
    await run({ action: 'read' });
  };
  const peer = place.name === 'local' ? 'tmux spawned twice' : `${place.commandLine?.name} twice`;
  return [
    { name: OURS, role: 'ours', sample: () => milliseconds(ours) },
    ...(place.commandLine || place.name === 'local'
      ? [{ name: peer, role: 'peer', sample: () => milliseconds(theirs) } as const]
      : []),
  ];
}

function lists(place: Place, run: Run): Contender[] {
  const each = async (): Promise<void> => {
    for (let n = 0; n < PANES; n++)
      await spawned(tmuxArgv(place, 'list-panes', '-t', `bench-workspace:${n}`, '-F', FORMAT));
  };
  return [
    { name: OURS, role: 'ours', sample: () => milliseconds(() => run({ action: 'list' })) },
    { name: 'one tmux spawned a pane', role: 'peer', sample: () => milliseconds(each) },
  ];
}

async function must(capability: TmuxCapability, request: Record<string, unknown>): Promise<unknown> {
  const response = await capability.execute(request);
  if (!response.success) throw new Error(response.error);
  return response.data;
}
