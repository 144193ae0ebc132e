import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Pane } from '../../src/index.js';
import { type Benchmark, OURS } from '../benchmark.js';
import { spawned } from '../peers/spawned.js';
import { type Place, tmuxArgv } from '../places/place.js';
import { race } from '../race.js';

const POLL_MS = 100;
const KEY_CLOCK = fileURLToPath(new URL('../programs/key-clock.mjs', import.meta.url));

/** From the moment a program prints something to the moment its watcher knows. */
export const wakeUp: Benchmark = {
  name: 'wake-up',
  unit: 'ms',
  async *run(ground) {
    const place = await ground.local();
    const { tmux } = place.server;
    const session = await tmux.ensureSession('main');
    const pane = await session.newWindow({ command: [process.execPath, KEY_CLOCK] });
    await pane.waitForText('ready');
    const keys = new KeyClock(() => tmux.command('send-keys', '-t', pane.id, 'k'));
    yield await race(
      'output seen, local',
      'ms',
      [
        { name: OURS, role: 'ours', sample: () => keys.pressed((pattern) => textOf(pane, pattern)) },
        {
          name: `capture-pane spawned every ${POLL_MS} ms`,
          role: 'peer',
          sample: () => keys.pressed((pattern) => poll(place, pane.id, pattern)),
        },
      ],
      ground.effort(40, 0),
    );
    await pane.kill();
  },
};

/** Presses keys of the program that says when each was pressed. */
class KeyClock {
  readonly #press: () => Promise<unknown>;
  #presses = 0;

  constructor(press: () => Promise<unknown>) {
    this.#press = press;
  }

  /** Presses a key while `watch` waits for its line, and gives the milliseconds from the one to the other. */
  async pressed(watch: (pattern: RegExp) => Promise<string>): Promise<number> {
    const pattern = new RegExp(`press ${++this.#presses} at (\\d+)\\.`);
    const seen = watch(pattern).then((text) => ({ text, at: process.hrtime.bigint() }));
    const [{ text, at }] = await Promise.all([seen, this.#pressLater()]);
    return Number(at - BigInt(pattern.exec(text)?.[1] ?? 0)) / 1e6;
  }

  /** When all are waiting, and at any moment between two looks of a poller alike. */
  async #pressLater(): Promise<void> {
    await delay(POLL_MS * (1 + Math.random()));
    await this.#press();
  }
}

async function textOf(pane: Pane, pattern: RegExp): Promise<string> {
  return (await pane.waitForText(pattern)).lines.join('\n');
}

async function poll(place: Place, pane: string, pattern: RegExp): Promise<string> {
  const argv = tmuxArgv(place, 'capture-pane', '-p', '-t', pane);
  for (;;) {
    const text = await spawned(argv);
    if (pattern.test(text)) return text;
    await delay(POLL_MS);
  }
}
