import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { observerOf } from '../../../src/panes/pane-observer.js';
import { type IsolatedTmux, isolatedTmux } from '../../../src/testing/isolated-tmux.js';
import type { Pane } from '../../../src/tmux/pane.js';
import type { PaneSink } from '../../../src/tmux/pane-events.js';
import { PaneCosts } from './pane-costs.js';

const PATIENT_POLL = { timeout: 20_000 };

let server: IsolatedTmux;
let pane: Pane;
let costs: PaneCosts;
beforeEach(async () => {
  server = await isolatedTmux();
  const session = await server.tmux.ensureSession('watched');
  pane = await session.newWindow({
    command: ['sh', '-c', 'echo ready; while read -r line; do eval "$line"; done'],
  });
  await pane.waitForText('ready');
  costs = await PaneCosts.of(server.tmux);
});
afterEach(() => server[Symbol.asyncDispose]());

class Ear implements PaneSink {
  readonly told: string[] = [];
  text = '';

  output(data: Buffer): void {
    this.text += data;
  }

  gap(): void {
    this.told.push('gap');
  }

  closed(reason: string): void {
    this.told.push(reason);
  }

  hears(text: string): Promise<void> {
    return expect.poll(() => this.text).toContain(text);
  }
}

/** Resolves when what was printed, and the echo of the command, has come. */
async function printed(text: string, ear: Ear): Promise<void> {
  await pane.sendText(`echo ${text}; echo end-of-${text}`, { enter: true });
  await ear.hears(`\nend-of-${text}\r\n`);
  ear.text = '';
}

it('has one subscription and one capture for all who listen and look', async () => {
  const [one, two] = [new Ear(), new Ear()];
  const feeds = await Promise.all([
    observerOf(pane).listen(one),
    observerOf(server.tmux.pane(pane.id)).listen(two),
  ]);
  expect(costs.subscriptions).toBe(1);
  // On a machine that is very busy an answer may be late, and then a capture takes its place.
  await expect
    .poll(async () => {
      await printed('hello', one);
      await costs.captures();
      const first = await observerOf(pane).screen();
      expect(first.rows).toContain('end-of-hello');
      const others = await Promise.all([observerOf(pane).screen(), observerOf(pane).screen()]);
      return [await costs.captures(), ...others.map((other) => other === first)];
    }, PATIENT_POLL)
    .toEqual([2, true, true]);

  for (const feed of feeds) feed.close();
  expect(costs.subscriptions).toBe(0);
});

it('gives no screen that is older than the output that was heard', async () => {
  const ear = new Ear();
  const feed = await observerOf(pane).listen(ear);
  for (let round = 0; round < 20; round++) {
    await observerOf(pane).screen();
    await printed(`round-${round}`, ear);
    expect((await observerOf(pane).screen()).rows).toContain(`end-of-round-${round}`);
  }
  feed.close();
});

it('gives no screen from before output that nobody has heard yet', async () => {
  const feed = await observerOf(pane).listen(new Ear());
  for (let round = 0; round < 20; round++) {
    await observerOf(pane).screen();
    const [tty = ''] = await server.tmux.command('display-message', '-p', '-t', pane.id, '#{pane_tty}');
    // tmux has read it when this returns, and its news may still be on the way.
    await server.host.script('printf %s "$2" >"$1"', [tty, `${round}-behind `]);
    await pane.waitForText(`${round}-behind`);
    expect((await observerOf(pane).screen()).rows.join('')).toContain(`${round}-behind`);
  }
  feed.close();
});

it('sees what changes without being printed', async () => {
  const ear = new Ear();
  const feed = await observerOf(pane).listen(ear);
  await printed('something', ear);
  expect((await observerOf(pane).screen()).title).not.toBe('renamed');
  await pane.setTitle('renamed');
  expect((await observerOf(pane).screen()).title).toBe('renamed');
  await server.tmux.command('copy-mode', '-t', pane.id);
  expect((await observerOf(pane).screen()).inMode).toBe(true);
  await server.tmux.command('resize-window', '-t', pane.id, '-x', '60', '-y', '12');
  expect(await observerOf(pane).screen()).toMatchObject({ width: 60, height: 12 });
  feed.close();
});

it('tells the end of a pane once to everyone, and refuses those who come after it', async () => {
  const ears = [new Ear(), new Ear()];
  const observer = observerOf(pane);
  const feeds = await Promise.all(ears.map((ear) => observer.listen(ear)));
  await pane.kill();
  for (const ear of ears) await expect.poll(() => ear.told).toEqual(['pane-exited']);
  const late = new Ear();
  await expect(observer.listen(late)).rejects.toMatchObject({ code: 'PANE_NOT_FOUND' });
  await expect(observer.screen()).rejects.toMatchObject({ code: 'PANE_NOT_FOUND' });
  for (const feed of feeds) feed.close();
  await pause(50);
  expect(ears.map(({ told }) => told)).toEqual([['pane-exited'], ['pane-exited']]);
  expect(late.told).toEqual([]);
});

it('tells the death of a program to those who want to know, also where others came first', async () => {
  await server.tmux.command('set-option', '-w', '-t', pane.id, 'remain-on-exit', 'on');
  const observer = observerOf(pane);
  const first = await observer.listen(new Ear());
  let isDead = false;
  const dead = (): void => {
    isDead = true;
  };
  const second = await observer.listen({ output() {}, gap() {}, closed() {}, dead });
  expect(costs.subscriptions).toBe(1);
  await pane.sendText('exit 3', { enter: true });
  await expect.poll(() => isDead, { timeout: 10_000 }).toBe(true);
  expect((await observer.screen()).dead).toBe(true);
  first.close();
  second.close();
});

it('keeps its subscription for those who stay, and begins again for those who come back', async () => {
  const observer = observerOf(pane);
  const [one, two] = [new Ear(), new Ear()];
  const first = await observer.listen(one);
  const second = await observer.listen(two);
  first.close();
  first.close();
  await printed('without-the-first', two);
  expect(one.text).toBe('');
  second.close();
  expect(costs.subscriptions).toBe(0);
  // Nothing is remembered of a pane that nobody watches.
  await observer.screen();
  await costs.captures();
  await observer.screen();
  expect(await costs.captures()).toBe(2);

  const again = await observer.listen(one);
  await printed('again', one);
  expect(two.text).not.toContain('again');
  again.close();
  const leaving = observer.listen(new Ear());
  (await leaving).close();
  expect(costs.subscriptions).toBe(0);
});

it('tells of the end of its client', async () => {
  const ear = new Ear();
  await observerOf(pane).listen(ear);
  await server.tmux.close();
  expect(ear.told).toEqual(['closed']);
  await expect(observerOf(pane).listen(new Ear())).rejects.toMatchObject({ code: 'CLOSED' });
});
