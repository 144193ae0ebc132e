import { type Benchmark, milliseconds, OURS } from '../benchmark.js';
import { spawned } from '../peers/spawned.js';
import { tmuxArgv } from '../places/place.js';
import { race } from '../race.js';

const SIZE = { width: 200, height: 50 };

/** What a full terminal shows: we ask for its text, the same with wrapped lines joined, and cursor, title and modes. */
export const capture: Benchmark = {
  name: 'capture',
  unit: 'ms',
  async *run(ground) {
    const place = await ground.local();
    const { tmux } = place.server;
    const session = await tmux.ensureSession('bench-capture', { size: SIZE, command: ['sh', '-c', FILL] });
    const [info] = await session.panes();
    const pane = tmux.pane(info?.id ?? '');
    await pane.waitForScreen((screen) => screen.rows.every((row) => row.length >= SIZE.width - 10));
    const argv = tmuxArgv(place, 'capture-pane', '-p', '-t', pane.id);
    yield await race(
      `screen of ${SIZE.width}×${SIZE.height}, local`,
      'ms',
      [
        { name: OURS, role: 'ours', sample: () => milliseconds(() => pane.screen()) },
        { name: 'capture-pane spawned', role: 'peer', sample: () => milliseconds(() => spawned(argv)) },
      ],
      ground.effort(24, 60),
    );
    await session.kill();
  },
};

const TEXT = 'The quick brown fox jumps over the lazy dog. '.repeat(10).slice(0, SIZE.width - 5);
const FILL = `i=0; while [ $i -lt 50 ]; do i=$((i+1)); printf '\\n%03d %s' $i '${TEXT}'; done; exec sleep 86400`;
