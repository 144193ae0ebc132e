import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { isolatedTmux } from '../../../src/testing/isolated-tmux.js';
import { connect } from '../../../src/tmux/connect.js';
import { FormatWatch } from '../../../src/tmux/format-watch.js';
import type { Notification } from '../../../src/tmux/notification.js';
import type { Tmux } from '../../../src/tmux/tmux.js';
import { patience } from '../../patience.js';

describe('a format that tmux compares', () => {
  it('is told of whatever session it changes in, also when the window that it was bound to has closed', async () => {
    await using server = await isolatedTmux();
    const { tmux } = server;
    const main = await tmux.ensureSession('main');
    using told = watchNames(tmux);
    await told.is('main ');
    await tmux.ensureSession('other');
    await told.is('main other ');
    const before = await main.windows();
    await main.newWindow({ command: ['cat'] });
    for (const { id } of before) await tmux.window(id).kill();
    await tmux.ensureSession('third');
    await told.is('main other third ');
  });

  it('goes on in another session, and over the next connection', async () => {
    await using server = await isolatedTmux();
    const { tmux } = server;
    await tmux.ensureSession('main');
    await tmux.ensureSession('other');
    using told = watchNames(tmux);
    await told.is('main other ');
    await (await tmux.findSession('main'))?.kill();
    await told.is('other ');
    await tmux.ensureSession('third');
    await told.is('other third ');
  });

  it('does not crash tmux where the session of a client ends that has no time to leave', async () => {
    await using server = await isolatedTmux();
    await server.tmux.ensureSession('main');
    await server.tmux.ensureSession('other');
    const pid = server.tmux.server?.pid;
    const [client = ''] = await server.tmux.command('display-message', '-p', '#{client_pid}');
    using told = watchNames(server.tmux);
    await told.is('main other ');
    // It would hear of the end of its session in the next moment.
    process.kill(Number(client), 'SIGSTOP');
    try {
      await using plain = await connect(server.address, { ...patience, control: false });
      await plain.command('kill-session', '-t', '=main');
      // In the time of the server: it compares once a second.
      await plain.command('run-shell', 'sleep 2.5');
      const alive = await plain.command('display-message', '-p', '-t', '=other:', '#{pid}');
      expect(alive).toEqual([String(pid)]);
    } finally {
      process.kill(Number(client), 'SIGCONT');
    }
  });
});

interface Told extends Disposable {
  /** Resolves when tmux has told that the names of the sessions are these. */
  is(names: string): Promise<void>;
}

function watchNames(tmux: Tmux): Told {
  const watch = new FormatWatch(tmux, 'names', '#{S:#{session_name} }');
  let last: string | undefined;
  const listener = (notification: Notification): void => {
    if (notification.type === 'subscription-changed' && notification.name === 'names')
      last = notification.value;
  };
  tmux.on('notification', listener);
  return {
    async is(names) {
      const patient = AbortSignal.timeout(patience.commandTimeoutMs);
      while (last !== names) await once(tmux, 'notification', { signal: patient });
    },
    [Symbol.dispose]() {
      watch[Symbol.dispose]();
      tmux.off('notification', listener);
    },
  };
}
