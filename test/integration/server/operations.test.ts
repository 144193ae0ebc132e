import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type OpenServer, openServer } from './open-server.js';

let open: OpenServer;
beforeAll(async () => {
  open = await openServer();
});
afterAll(() => open[Symbol.asyncDispose]());

describe('an operation over HTTP', () => {
  it('takes its input as JSON, and answers with JSON', async () => {
    const { host } = open.here;
    const { sessions } = await open.call('pane.list', { host });
    expect(sessions.map(({ name }: { name: string }) => name)).toEqual(['main']);
  });

  it('that changes nothing takes its input from a query, too', async () => {
    const query = new URLSearchParams({ host: open.here.host });
    const response = await open.fetch(`/api/operations/pane.list?${query}`);
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual(await open.call('pane.list', { host: open.here.host }));
  });
});
