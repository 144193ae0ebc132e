import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Pane } from '../../src/index.js';
import { openShell } from '../../src/shells/open-shell.js';
import { type Benchmark, type Contender, milliseconds, OURS } from '../benchmark.js';
import { spawned } from '../peers/spawned.js';
import type { Place } from '../places/place.js';
import { race } from '../race.js';

const POLL_MS = 50;
const COMMAND = ['sleep', '0.01'] as const;
/** No shell of the person who measures has a say in it. */
const env = { HOME: '/nonexistent' };

/** One short command in a shell, with its output and exit code. Of what each takes, a hundredth of a second is its own. */
export const shellExec: Benchmark = {
  name: 'shell-exec',
  unit: 'ms',
  async *run(ground) {
    for (const place of await ground.places()) {
      const session = await place.server.tmux.ensureSession('shells');
      const shell = await openShell(session, { shell: 'bash', env });
      const plain = await session.newWindow({ command: ['sh'] });
      const contenders: Contender[] = [
        { name: OURS, role: 'ours', sample: () => milliseconds(() => shell.exec(COMMAND.join(' '))) },
        {
          name: `send-keys, capture-pane every ${POLL_MS} ms`,
          role: 'peer',
          sample: () => milliseconds(() => typeAndPoll(plain)),
        },
        ...processEach(place),
      ];
      yield await race(`exec, ${place.name}`, 'ms', contenders, ground.effort(24, 60));
      await session.kill();
    }
  },
};

/** Starts a program each time; that keeps neither folder nor variables. */
function processEach({ name, commandLine }: Place): Contender[] {
  if (!commandLine) return [];
  const argv = name === 'local' ? COMMAND : commandLine.argv([...COMMAND], 'no-input');
  const label = name === 'local' ? 'spawned' : commandLine.name;
  return [{ name: label, role: 'peer', sample: () => milliseconds(() => spawned(argv)) }];
}

async function typeAndPoll(pane: Pane): Promise<string> {
  const word = randomBytes(4).toString('hex');
  await pane.sendText(`${COMMAND.join(' ')}; echo done-$?-'${word}'\n`);
  for (;;) {
    const text = await pane.capture();
    if (text.includes(`\ndone-0-${word}`)) return text;
    await delay(POLL_MS);
  }
}
