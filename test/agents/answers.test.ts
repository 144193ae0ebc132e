import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Agents } from '../../src/agents/registry/agents.js';
import { openStore } from '../../src/store/open-store.js';
import { patience } from '../patience.js';
import { type OpenAgent, openAgent } from './open-agent.js';
import { submit } from './race-dialog.js';
import { untilIdle } from './until-idle.js';

// Its answers stand side by side, and Left and Right move between them.
describe.each(['opencode', 'generic'])('a permission prompt of opencode, with the profile %s', (profile) => {
  let agent: OpenAgent;
  beforeAll(async () => {
    agent = await openAgent('opencode', { model: { delayMs: 20, chunkMs: 0 } });
  });
  afterAll(() => agent[Symbol.asyncDispose]());

  it.each([
    { answers: ['1'], allows: true },
    { answers: ['Allow once'], allows: true },
    { answers: ['Reject'], allows: false },
    { answers: ['3'], allows: false },
    // The last, as it is not asked again then.
    { answers: ['Allow always', 'Confirm'], allows: true },
  ])('is answered with $answers', async ({ answers, allows }) => {
    await using store = await openStore({ path: ':memory:' });
    await using agents = new Agents({ store, config: { subprocessTimeoutMs: patience.commandTimeoutMs } });
    const { pane, server, model, project } = agent;
    const { id } = await agents.register({ paneId: pane.id, host: server.address, profile });
    const file = `${answers[0]?.replace(' ', '-')}.txt`;
    const before = model.log.length;
    await submit(agent, `RUNTOOL{touch ${file}}`);
    await pane.waitForText(/Permission required/, { timeoutMs: 60_000 });
    for (const answer of answers)
      expect(await agents.respond(id, answer, { mode: 'option' })).toMatchObject({ status: 'ok' });
    if (allows) await model.waitFor(({ toolResult }) => toolResult !== undefined, before);
    await untilIdle(agent);
    expect(existsSync(join(project, file))).toBe(allows);
  });
});
