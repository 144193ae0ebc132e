import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type OpenDashboard, openDashboard } from '../e2e/open-dashboard.js';
import { type OpenAgent, openAgent } from './open-agent.js';

const PATIENT = { timeout: 120_000 };

describe('claude behind the server', () => {
  let agent: OpenAgent;
  let dashboard: OpenDashboard;
  beforeAll(async () => {
    [agent, dashboard] = await Promise.all([openAgent('claude'), openDashboard()]);
    const { pane, server } = agent;
    const registered = { target: pane.id, host: server.address, name: 'reviewer', profile: 'claude-code' };
    await dashboard.open.call('agent.register', registered);
  });
  afterAll(async () => {
    await dashboard[Symbol.asyncDispose]();
    await agent[Symbol.asyncDispose]();
  });

  async function asks(text: string): Promise<string> {
    await dashboard.open.call('agent.send', { target: 'reviewer', text, when: 'idle', timeoutMs: 120_000 });
    const { items } = await expect
      .poll(() => dashboard.open.call('inbox.list'), PATIENT)
      .toMatchObject({ items: [{ kind: 'agent', promptKind: 'permission' }] })
      .then(() => dashboard.open.call('inbox.list'));
    return items[0].id;
  }

  it('runs a tool that is allowed over HTTP [B34, B38]', async () => {
    const id = await asks('RUNTOOL{touch made.txt}');
    expect(existsSync(join(agent.project, 'made.txt'))).toBe(false);
    const answer = await dashboard.open.fetch(`/api/respond/${id}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ text: '1', mode: 'option' }),
    });
    expect(answer.status).toBe(200);
    expect(await answer.json()).toMatchObject({ status: 'ok', agent_id: id, new_state: 'PROCESSING' });
    await agent.model.waitFor(({ toolResult }) => toolResult !== undefined);
    expect(existsSync(join(agent.project, 'made.txt'))).toBe(true);
  });

  it('runs a tool that a person allows by a button of the inbox', async () => {
    await asks('RUNTOOL{mkdir another}');
    const page = await dashboard.signedIn();
    await page.goto(`${dashboard.open.url}/inbox`);
    const question = page.getByRole('region', { name: 'reviewer', exact: true });
    await question.getByRole('button', { name: /Yes/ }).first().click();
    await expect.poll(() => existsSync(join(agent.project, 'another')), PATIENT).toBe(true);
    await page.getByRole('heading', { name: 'Nothing needs your answer' }).waitFor(PATIENT);
    expect(agent.model.prompts).toEqual(['RUNTOOL{touch made.txt}', 'RUNTOOL{mkdir another}']);
  });
});
