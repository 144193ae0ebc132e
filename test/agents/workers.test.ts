import { describe, expect, it } from 'vitest';
import { openWorkers } from '../integration/workers/open-workers.js';
import { prepareAgent } from './open-agent.js';

const PATIENT = { timeoutMs: 120_000 };
/** Is answered by the model long after it was interrupted. */
const LONG = 'DELAY=600000 something that takes its time';

describe.each([
  { name: 'claude', interrupt: ['Escape'] },
  { name: 'codex', interrupt: ['Escape'] },
] as const)('a worker that is the real $name', ({ name, interrupt }) => {
  it('is spawned, talked to, waited for, looked at, interrupted, started again and killed', async () => {
    await using agent = await prepareAgent(name);
    await using open = await openWorkers();
    const { workers } = open;
    const { command, project: cwd, model } = agent;
    await workers.spawn(name, command, {
      cwd,
      login: false,
      readyWait: PATIENT,
      size: { width: 120, height: 40 },
    });
    expect((await workers.status(name)).activity).toMatchObject({ state: 'ready', source: 'screen' });

    const sent = await workers.send(name, 'hello there', PATIENT);
    expect(sent).toMatchObject({ via: 'bridge', status: expect.stringMatching(/^(submitted|queued)$/) });
    const first = await model.waitFor(({ prompts }) => prompts.includes('hello there'));
    expect(await workers.wait(name, { until: 'idle', ...PATIENT })).toMatchObject({
      activity: { state: 'ready' },
    });
    expect(await workers.peek(name)).toContain('ECHO: hello there');

    await workers.send(name, LONG, PATIENT);
    await model.waitFor(({ prompts }) => prompts.includes(LONG), first.n);
    // The model has heard of it, perhaps before the screen shows it.
    await expect.poll(async () => (await workers.status(name)).activity).toMatchObject({ state: 'busy' });
    expect(await workers.interrupt(name)).toEqual({ keys: interrupt });
    await workers.wait(name, { until: 'idle', ...PATIENT });
    expect(await workers.peek(name)).not.toContain(`ECHO: ${LONG}`);

    await expect(workers.respawn(name)).rejects.toMatchObject({ code: 'WORKER_RUNNING' });
    const again = await workers.respawn(name, { force: true, readyWait: PATIENT });
    expect(again).toMatchObject({ state: 'running', respawns: 1 });
    await workers.send(name, 'after the restart', PATIENT);
    await model.waitFor(({ prompts }) => prompts.includes('after the restart'));
    expect(await workers.kill(name)).toMatchObject({ wasRunning: true, session: { killed: true } });
    expect(await workers.ls()).toMatchObject([{ name, state: 'stopped' }]);
    expect(model.prompts.filter((prompt) => prompt === 'hello there')).toHaveLength(1);
  });
});
