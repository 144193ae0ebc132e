import { describe, expect, it, vi } from 'vitest';
import {
  CommanderAvailability,
  type CommanderAvailabilityEvent,
} from '../../../src/agents/availability/commander-availability.js';
import { MuxError } from '../../../src/model/mux-error.js';
import { Context } from '../../../src/panes/context.js';
import { type IsolatedTmux, isolatedTmux } from '../../../src/testing/isolated-tmux.js';
import { connect } from '../../../src/tmux/connect.js';
import type { HostTarget } from '../../../src/tmux/connections.js';
import type { Notification } from '../../../src/tmux/notification.js';
import type { Pane } from '../../../src/tmux/pane.js';
import { Tmux } from '../../../src/tmux/tmux.js';
import { patience } from '../../patience.js';

const AGENTS = 200;
/** Nothing in a test waits for as long as this. */
const NEVER = { healthCheckIntervalMs: 86_400_000, subprocessTimeoutMs: 60_000 };
const PATIENT = { interval: 10 };

describe('the availability of agents', () => {
  it('is learned from their panes, and told when it changes and only then [B43, B46]', async () => {
    await using server = await isolatedTmux();
    const pane = await agentPane(server);
    const clock = (): Date => new Date('2026-01-02T03:04:05.678Z');
    await using availability = new CommanderAvailability({ config: NEVER, clock });
    const events = eventsOf(availability);
    expect(availability.isAvailable('one')).toBe(false);
    expect(await availability.register('one', { host: server.tmux, paneId: pane.id })).toBe(true);
    expect(await availability.register('none', { host: server.tmux, paneId: '%999' })).toBe(false);
    await availability.check();
    await availability.check();
    expect(availability.isAvailable('one')).toBe(true);
    expect(availability.isAvailable('none')).toBe(false);
    expect(availability.healthOf('one')).toMatchObject({ available: true, command: 'claude', running: true });
    expect(events).toEqual([{ agent_id: 'one', available: true, timestamp: '2026-01-02T03:04:05.678Z' }]);
  });

  it.each<[string, (server: IsolatedTmux, pane: Pane) => Promise<unknown>]>([
    ['its window is closed', (_server, pane) => pane.kill()],
    ['its session is ended', (server) => server.tmux.command('kill-session', '-t', 'agents')],
    ['its server is ended', (server) => server.tmux.killServer()],
    ['its program ends', async (_server, pane) => process.kill((await pane.info()).pid)],
  ])('ends at once when %s, without a regular check [B46]', async (_what, end) => {
    await using server = await isolatedTmux();
    const pane = await agentPane(server);
    await using availability = new CommanderAvailability({ config: NEVER });
    const events = eventsOf(availability);
    await availability.register('one', { host: server.tmux, paneId: pane.id });
    await end(server, pane);
    await expect.poll(() => events.map(({ available }) => available), PATIENT).toEqual([true, false]);
    expect(availability.isAvailable('one')).toBe(false);
  });

  it('ends when its pane leaves a split window of a session that nobody is in [B46]', async () => {
    await using server = await isolatedTmux();
    const pane = await agentPane(server);
    const beside = await pane.split({ command: ['sleep', '1000'] });
    await using availability = new CommanderAvailability({ config: NEVER });
    const events = eventsOf(availability);
    await availability.register('one', { host: server.tmux, paneId: pane.id });
    await availability.register('two', { host: server.tmux, paneId: beside.id });
    await beside.kill();
    await expect
      .poll(() => events.map((event) => `${event.agent_id} ${event.available}`), PATIENT)
      .toEqual(['one true', 'two true', 'two false']);
  });

  it('ends when its program ends in a pane that stays, and comes not back with the next program there [B46]', async () => {
    await using server = await isolatedTmux();
    const pane = await agentPane(server);
    await server.tmux.command('set-option', '-w', '-t', pane.id, 'remain-on-exit', 'on');
    await using availability = new CommanderAvailability({ config: NEVER });
    await availability.register('one', { host: server.tmux, paneId: pane.id });
    process.kill((await pane.info()).pid);
    await expect.poll(() => availability.isAvailable('one'), PATIENT).toBe(false);
    await server.tmux.command('respawn-pane', '-t', pane.id);
    await availability.check();
    expect(availability.isAvailable('one')).toBe(false);
    expect(availability.healthOf('one')?.evidence).toBe('another program was started in the pane');
  });

  it('is not that of a pane which has the same id on the next server [B46]', async () => {
    await using server = await isolatedTmux();
    const { tmux } = server;
    const pane = await agentPane(server);
    await using availability = new CommanderAvailability({ config: NEVER });
    await availability.register('one', { host: tmux, paneId: pane.id });
    const { server: identity, panePid } = availability.healthOf('one') ?? {};
    await tmux.killServer();
    await expect.poll(() => availability.isAvailable('one'), PATIENT).toBe(false);
    // tmux counts seconds.
    await expect
      .poll(() => Math.floor(Date.now() / 1000), PATIENT)
      .toBeGreaterThan(Number(identity?.split(':')[1]));
    const session = await tmux.ensureSession('agents');
    while ((await session.panes()).every(({ id }) => id !== pane.id))
      await session.newWindow({ command: CLAUDE });
    await availability.check();
    expect(availability.isAvailable('one')).toBe(false);
    expect(availability.healthOf('one')?.evidence).toContain('the tmux server was started again');
    await using later = new CommanderAvailability({ config: NEVER });
    expect(await later.register('one', { host: tmux, paneId: pane.id, server: identity, panePid })).toBe(
      false,
    );
    expect(await later.register('new', { host: tmux, paneId: pane.id })).toBe(true);
  });

  it('is looked at by regular checks where tmux tells nothing [B46]', async () => {
    await using server = await isolatedTmux();
    const pane = await agentPane(server);
    await using silent = await connect(server.address, { ...patience, control: false });
    await using availability = new CommanderAvailability({ config: { healthCheckIntervalMs: 50 } }).start();
    await availability.register('one', { host: silent, paneId: pane.id });
    await pane.kill();
    await expect.poll(() => availability.isAvailable('one'), PATIENT).toBe(false);
  });

  it('is known of all others when one host fails and another one hangs [B46]', async () => {
    await using server = await isolatedTmux();
    const pane = await agentPane(server);
    await using context = new (class extends Context {
      override connect(host: HostTarget): Promise<Tmux> {
        if (host === 'docker://hangs') return new Promise(() => {});
        if (host instanceof Tmux) return Promise.resolve(host);
        return Promise.reject(new MuxError('HOST_UNREACHABLE', 'Nobody there.'));
      }
    })();
    await using availability = new CommanderAvailability({ config: NEVER, context });
    void availability.register('hangs', { host: 'docker://hangs', paneId: '%0' });
    expect(await availability.register('fails', { host: 'docker://fails', paneId: '%0' })).toBe(false);
    expect(availability.healthOf('fails')).toMatchObject({ available: false, evidence: 'Nobody there.' });
    expect(await availability.register('one', { host: server.tmux, paneId: pane.id })).toBe(true);
    void availability.check();
    await pane.kill();
    await expect.poll(() => availability.isAvailable('one'), PATIENT).toBe(false);
  });

  it('is not known any more of an agent that was taken out, whose pane is left alone [B47]', async () => {
    await using server = await isolatedTmux();
    const pane = await agentPane(server);
    await using availability = new CommanderAvailability({ config: NEVER });
    const events = eventsOf(availability);
    await availability.register('one', { host: server.tmux, paneId: pane.id });
    availability.unregister('one');
    availability.unregister('one');
    expect(availability.isAvailable('one')).toBe(false);
    expect(await pane.exists()).toBe(true);
    await pane.kill();
    await availability.check();
    expect(events).toHaveLength(1);
    expect(server.tmux.listenerCount('notification')).toBe(0);
  });

  it('leaves no listener and no timer behind when it is closed', async () => {
    await using server = await isolatedTmux();
    const pane = await agentPane(server);
    const availability = new CommanderAvailability({ config: { healthCheckIntervalMs: 10 } }).start();
    await availability.register('one', { host: server.tmux, paneId: pane.id });
    await availability.close();
    const requests = vi.spyOn(server.tmux, 'request');
    await pane.kill();
    await server.tmux.command('list-sessions');
    expect(
      requests.mock.calls.flat(2).filter((name) => Array.isArray(name) && name[0] === 'list-panes'),
    ).toEqual([]);
    expect(server.tmux.listenerCount('notification')).toBe(0);
    expect(server.tmux.listenerCount('disconnected')).toBe(0);
  });

  it(`is asked for by one query a cycle, for ${AGENTS} agents [B46]`, async () => {
    await using server = await isolatedTmux();
    const session = await server.tmux.ensureSession('agents');
    await using availability = new CommanderAvailability({ config: NEVER });
    const events = eventsOf(availability);
    const panes: Pane[] = [];
    for (let n = 0; n < AGENTS; n++) panes.push(await session.newWindow({ command: CLAUDE }));
    await Promise.all(
      panes.map((pane, n) => availability.register(`agent ${n}`, { host: server.tmux, paneId: pane.id })),
    );
    expect(events).toHaveLength(AGENTS);
    await settled(server);
    const requests = vi.spyOn(server.tmux, 'request');
    for (let cycle = 0; cycle < 10; cycle++) await availability.check();
    expect(requests).toHaveBeenCalledTimes(10);
    requests.mockClear();
    // All at once: what tmux tells two hundred times is looked at a few times.
    await server.tmux.command('kill-session', '-t', 'agents');
    await expect.poll(() => events.filter(({ available }) => !available).length, PATIENT).toBe(AGENTS);
    expect(requests.mock.calls.length).toBeLessThan(AGENTS / 4);
  });
});

const CLAUDE = ['bash', '-c', 'exec -a claude sleep 1000'];

async function agentPane({ tmux }: IsolatedTmux): Promise<Pane> {
  const session = await tmux.ensureSession('agents');
  const pane = await session.newWindow({ command: CLAUDE });
  await expect.poll(async () => (await pane.info()).command, PATIENT).toBe('claude');
  return pane;
}

function eventsOf(availability: CommanderAvailability): CommanderAvailabilityEvent[] {
  const events: CommanderAvailabilityEvent[] = [];
  availability.on('commander_availability', (event) => events.push(event));
  return events;
}

/** Resolves when tmux has told of everything that was done before: it compares the panes once a second. */
async function settled({ tmux }: IsolatedTmux): Promise<void> {
  const told = new Promise<void>((resolve) => {
    const listener = (notification: Notification): void => {
      // Of the others it may tell at any time.
      if (notification.type !== 'subscription-changed' || notification.name !== 'settled') return;
      tmux.off('notification', listener);
      resolve();
    };
    tmux.on('notification', listener);
  });
  await tmux.command('refresh-client', '-B', 'settled::#{pane_id}');
  await told;
  await tmux.command('list-sessions');
}
