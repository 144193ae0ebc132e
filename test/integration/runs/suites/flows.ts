import { expect, it } from 'vitest';
import { claudeTokenFlow } from '../../../../src/runs/flows/claude-token-flow.js';
import type { Flow } from '../../../../src/runs/flows/flow.js';
import type { FlowEvent, FlowOptions, FlowResult } from '../../../../src/runs/flows/flow-options.js';
import { githubDeviceFlow } from '../../../../src/runs/flows/github-device-flow.js';
import { runFlow } from '../../../../src/runs/flows/run-flow.js';
import { deviceCode, fakeClaude, fakeGithub, fakeUrl } from '../fake-clis.js';
import type { OpenRuns, StartRuns } from '../open-runs.js';
import { traces } from '../traces.js';

const narrow = { width: 40, height: 24 };

/** Flows against programs that behave as the real ones do. */
export function flowsSuite(start: StartRuns): void {
  it.each([
    ['breaks it over lines', { width: 40 }],
    ['leaves that to the terminal', {}],
  ])(
    'makes a token with a fake claude that %s, keeps it, and leaves no trace of it [A65, A67, A68, A74]',
    async (_, fake) => {
      await using runs = await start();
      const { token, code, env } = await fakeClaude(runs, fake);
      const events: FlowEvent[] = [];
      const result = await flow(runs, claudeTokenFlow, {
        env,
        cwd: '/usr',
        size: narrow,
        interactive: true,
        session: 'work',
        inputs: {
          code: ({ prompt, values }) => {
            expect(prompt).toMatch(/^ ?Paste code here if prompted >$/);
            expect(values.url).toBe(fakeUrl);
            return `${code}\n`;
          },
        },
        onEvent: (event) => events.push(event),
      });
      expect(result).toMatchObject({ status: { state: 'finished', code: 0 }, values: { url: fakeUrl } });
      expect(result.values).not.toHaveProperty('token');
      const [id = ''] = result.credentials;
      expect(await runs.store.credentials.get(id)).toMatchObject({
        agent: 'claude',
        name: 'oauth-token',
        value: token,
        runId: result.runId,
      });
      expect(JSON.stringify(await runs.store.credentials.list())).not.toContain(token);
      expect(events.map(({ type }) => type).filter((type) => type !== 'value')).toEqual([
        'started',
        'prompt',
        'answered',
        'prompt',
        'answered',
        'finished',
        'stored',
      ]);
      expect(JSON.stringify([result, events])).not.toContain(token.slice(0, 20));
      const run = await runs.automation.get(runs.tmux, result.runId);
      const screen = await runs.tmux.pane(run.paneId).capture({ history: 'all', joined: true });
      expect(screen).toContain('Store this token securely.');
      expect(await traces(runs, [token, code])).toEqual([]);
      const lines = (await run.harvest(0, { form: 'plain' })).entries.map(({ text }) => text);
      expect(lines).toContain(' Store this token securely.');
      await expect.poll(async () => (await runs.store.runs.get(result.runId))?.exitCode).toBe(0);
      await run.end({ graceMs: 100 });
    },
  );

  it('finds a token that is shown and cleared again, and a code that is shown leaves no trace [A65, A68]', async () => {
    await using runs = await start();
    const { token, code, env } = await fakeClaude(runs, { alternate: true, echo: true });
    const steps = claudeTokenFlow.steps.map((step) => ({ ...step, times: 2 }));
    const { credentials, runId } = await flow(
      runs,
      { ...claudeTokenFlow, steps },
      { env, inputs: { code: () => code }, interactive: true },
    );
    expect((await runs.store.credentials.get(credentials[0] ?? ''))?.value).toBe(token);
    expect(await traces(runs, [token, code])).toEqual([]);
    await (await runs.automation.get(runs.tmux, runId)).end({ graceMs: 100 });
  });

  it('clears a history that holds the token, and only erases it from a screen [A68]', async () => {
    await using runs = await start();
    const { token, code, env } = await fakeClaude(runs, { width: 40 });
    const command = 'claude setup-token; i=0; while [ $i -lt 30 ]; do i=$((i+1)); echo "line $i"; done';
    const { runId } = await flow(
      runs,
      { ...claudeTokenFlow, command },
      { env, size: narrow, inputs: { code }, interactive: true },
    );
    const run = await runs.automation.get(runs.tmux, runId);
    expect(await runs.tmux.pane(run.paneId).capture({ history: 'all' })).toContain('line 30');
    expect(await traces(runs, [token, code])).toEqual([]);
    await run.end({ graceMs: 100 });
  });

  it('signs in with a fake gh by its device code, in a few lines [A74]', async () => {
    await using runs = await start();
    const github = await fakeGithub(runs);
    const told: Record<string, string> = {};
    const { values, credentials, runId } = await flow(runs, githubDeviceFlow, {
      env: github.env,
      onEvent: (event) => {
        if (event.type === 'value') told[event.name] = event.value;
        // As a person would: the code is entered after it was told, and while the command waits for that.
        if (event.type === 'answered' && event.step === 1) {
          expect(told).toEqual({ code: deviceCode, url: 'https://github.com/login/device' });
          void github.approve();
        }
      },
    });
    expect(values).toEqual({ code: deviceCode, url: 'https://github.com/login/device', account: 'octo-cat' });
    expect(await runs.store.credentials.get(credentials[0] ?? '')).toMatchObject({
      agent: 'github',
      value: github.token,
      metadata: { account: 'octo-cat' },
    });
    expect(await traces(runs, [github.token])).toEqual([]);
    const run = await runs.automation.get(runs.tmux, runId);
    expect(await runs.tmux.pane(run.paneId).exists()).toBe(false);
  });

  it('fails where the command fails, keeps nothing, and scrubs all the same [A65, A68]', async () => {
    await using runs = await start();
    const { token, code, env } = await fakeClaude(runs, { width: 40, exit: 1 });
    const error = await failure(runs, { env, size: narrow, inputs: { code } });
    expect(error).toMatchObject({
      code: 'FLOW_FAILED',
      message: expect.stringContaining('ended with 1'),
      details: { flow: 'claude-token', scrubbed: true, screen: expect.stringContaining('OAuth token') },
    });
    expect(JSON.stringify([error, String(error)])).not.toContain(token.slice(-12));
    expect(await runs.store.credentials.list()).toEqual([]);
    expect(await traces(runs, [token, code])).toEqual([]);
  });

  it.each([
    ['asks what no step knows', { question: 'Your shoe size?' }, {}, 'FLOW_PROMPT_UNKNOWN', 'shoe size'],
    ['prints no token', { silent: true }, {}, 'FLOW_FAILED', "'token' was not in"],
    ['refuses the code', {}, { inputs: { code: 'wrong-code-here' } }, 'FLOW_FAILED', 'asks again'],
    ['asks for an input that is missing', {}, { inputs: {} }, 'FLOW_INPUT_MISSING', 'inputs.code'],
    ['gets an empty input', {}, { inputs: { code: () => ' ' } }, 'FLOW_INPUT_MISSING', 'inputs.code'],
  ])('says what is wrong where the command %s', async (_, fake, options: FlowOptions, errorCode, says) => {
    await using runs = await start();
    const { token, code, env } = await fakeClaude(runs, fake);
    const error = await failure(runs, { env, inputs: { code }, ...options });
    expect(error).toMatchObject({ code: errorCode, details: { screen: expect.stringContaining('Paste') } });
    expect(`${error} ${(error as { suggestion?: string }).suggestion}`).toContain(says);
    expect(await traces(runs, [token, code, 'wrong-code-here'])).toEqual([]);
    const panes = await runs.tmux.panes();
    expect(panes.filter(({ windowName }) => windowName.startsWith('auto:'))).toEqual([]);
  });

  it('ends the command where its time is up, or the caller has enough', async () => {
    await using runs = await start();
    const { env } = await fakeClaude(runs);
    const code = (): Promise<string> => new Promise(() => {});
    const error = await failure(runs, { env, inputs: { code }, timeoutMs: 20_000 });
    expect(error).toMatchObject({ code: 'TIMEOUT', message: expect.stringContaining('Paste code here') });
    const enough = new AbortController();
    const aborted = await failure(runs, {
      env,
      signal: enough.signal,
      inputs: {
        code: () => {
          enough.abort();
          return code();
        },
      },
    });
    expect(aborted).toMatchObject({ code: 'ABORTED' });
    const failing = await failure(runs, {
      env,
      inputs: {
        code: () => {
          throw new RangeError('nobody is there');
        },
      },
    });
    expect(failing).toBeInstanceOf(RangeError);
    const panes = await runs.tmux.panes();
    expect(panes.filter(({ windowName }) => windowName.startsWith('auto:'))).toEqual([]);
  });
}

function flow(runs: OpenRuns, what: Flow, options: FlowOptions): Promise<FlowResult> {
  const { automation, tmux, store } = runs;
  return runFlow({ runs: automation.runs, tmux, store }, what, {
    timeoutMs: 180_000,
    patienceMs: 60_000,
    ...options,
  });
}

async function failure(runs: OpenRuns, options: FlowOptions): Promise<unknown> {
  return flow(runs, claudeTokenFlow, options).then(
    (result) => expect.fail(`It gave ${JSON.stringify(result)}.`),
    (error: unknown) => error,
  );
}
