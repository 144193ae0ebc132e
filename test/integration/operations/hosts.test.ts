import { describe, expect, it } from 'vitest';
import type { Answer } from './open-operations.js';
import { openOperations } from './open-operations.js';

describe('host operations', () => {
  it('list this machine and every host that something is remembered of', async () => {
    await using here = await openOperations();
    expect(await here.call('host.list')).toMatchObject({ hosts: [{ host: 'local', runs: 0, workers: 0 }] });
    await here.call('run.complete', { host: here.host, command: 'true', login: false });
    await here.call('run.start', { host: here.host, command: 'cat', login: false });
    await here.call('worker.spawn', { name: 'one', command: ['cat'], host: here.host });
    const { hosts } = await here.call('host.list');
    expect(hosts.map(({ host }: Answer) => host)).toEqual(['local', here.host]);
    expect(hosts[1]).toMatchObject({
      workers: 1,
      agents: 0,
      sessions: 0,
      lastRunAt: expect.stringMatching(/Z$/),
    });
    expect(hosts[1].runs).toBeGreaterThanOrEqual(2);
    expect(hosts[1].running).toBeGreaterThanOrEqual(1);
  });

  it('tell what a host has, and why one cannot be reached', async () => {
    await using here = await openOperations();
    expect(await here.call('host.info', { host: here.host })).toMatchObject({
      host: here.host,
      kind: 'local',
      reachable: true,
      tmuxVersion: expect.stringMatching(/^3\./),
      serverVersion: expect.stringMatching(/^3\./),
      sessions: ['main'],
    });
    // Nobody has started a server there, and looking does not.
    const quiet = await here.call('host.info', { host: 'local' });
    expect(quiet).toMatchObject({ reachable: true, sessions: [] });
    expect(quiet.serverVersion).toBeUndefined();
    expect(await here.call('host.info', { host: 'docker://nobody' })).toMatchObject({
      host: 'docker://nobody',
      kind: 'docker',
      reachable: false,
      problem: { code: 'DOCKER_UNAVAILABLE', suggestion: expect.any(String) },
    });
    expect((await here.fails('host.info', { host: 'ftp://x' })).code).toBe('INVALID_ADDRESS');
  });

  it('check this machine and the hosts that are named', async () => {
    await using here = await openOperations();
    const { ready, checks } = await here.call('host.doctor', { hosts: [here.host, 'docker://nobody'] });
    expect(ready).toBe(false);
    const status = Object.fromEntries(checks.map((check: Answer) => [check.id, check.status]));
    expect(status).toMatchObject({
      node: 'ok',
      [`host:${here.host}`]: 'ok',
      'host:docker://nobody': 'failed',
    });
    const { details } = await here.fails('host.doctor', { hosts: 'local' });
    expect(JSON.parse(JSON.stringify(details))).toEqual({
      operation: 'host.doctor',
      field: 'hosts',
      problem: 'must be a list, and is a string',
    });
  });
});
