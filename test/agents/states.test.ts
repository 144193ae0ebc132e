import { describe, expect, it } from 'vitest';
import { lastMessage } from '../../src/conversations/read-conversation.js';
import { loadProfiles, profileFor } from '../../src/panes/profiles/profile.js';
import { AgentWatch } from '../../src/status/agent-watch.js';
import { bridgeTo } from './bridge-to.js';
import type { AgentName } from './installed-agents.js';
import { type OpenAgent, openAgent } from './open-agent.js';

const PATIENT = { timeoutMs: 120_000 };
/** Long enough to be seen at work. */
const SLOW = { delayMs: 1_500, chunkMs: 0 };

describe.each([
  { name: 'claude', profile: 'claude-code' },
  { name: 'codex', profile: 'codex' },
  { name: 'claude', profile: 'generic' },
  { name: 'codex', profile: 'generic' },
] as const)('the states of $name, seen with the profile $profile', ({ name, profile }) => {
  it('follow its turns, its questions, an interruption and its end', async () => {
    await using agent = await openAgent(name, { model: SLOW });
    const { pane } = agent;
    await using bridge = bridgeTo(agent);
    await using watch = await watchOf(agent, profile);
    const send = async (text: string): Promise<void> => {
      // From before it begins, so that it is not over when we come to look.
      const works = watch.waitFor('PROCESSING', PATIENT);
      works.catch(() => {});
      expect(
        await bridge.sendText(pane.id, text, { profile, when: 'idle', timeoutMs: 120_000 }),
      ).toMatchObject({ success: true });
      await works;
    };
    await watch.waitFor(['IDLE', 'AWAITING_INPUT'], PATIENT);

    await send('hello there');
    await watch.waitFor(['IDLE', 'AWAITING_INPUT'], PATIENT);
    await pane.waitForText('ECHO: hello there', PATIENT);

    await send('RUNTOOL{touch made.txt}');
    const asks = await watch.waitFor('AWAITING_INPUT', PATIENT);
    expect(asks.prompt?.kind).toBe('permission');
    // No hook tells of Escape.
    await pane.sendKeys('Escape');
    await expect
      .poll(() => watch.verdict.prompt?.kind ?? watch.verdict.state, POLL)
      .not.toMatch(/permission|PROCESSING/);

    await send('DELAY=100000 something that takes its time');
    await pane.sendKeys('Escape');
    await watch.waitFor(['IDLE', 'AWAITING_INPUT'], PATIENT);

    await leave(agent);
    const { source } = await watch.waitFor('EXITED', PATIENT);
    expect(source).toBeDefined();
  });
});

describe.each(['claude', 'codex'] as const)('what %s said', (name) => {
  it('is read from its screen', async () => {
    await using agent = await openAgent(name, { model: { delayMs: 20, chunkMs: 0 } });
    await using bridge = bridgeTo(agent);
    await using watch = await watchOf(agent, name === 'claude' ? 'claude-code' : 'codex');
    const said =
      'a sentence that is long enough to be wrapped by a terminal of this width, and then goes on for a while';
    expect(await bridge.sendText(agent.pane.id, said)).toMatchObject({ success: true });
    await expect.poll(() => lastMessage(agent.pane, watch.profile), POLL).toBe(`ECHO: ${said}`);
  });
});

const POLL = { timeout: 120_000, interval: 100 };

async function watchOf({ server, pane }: OpenAgent, name: string): Promise<AgentWatch> {
  const profile = profileFor(await loadProfiles(), { command: '', title: '', name });
  const watch = new AgentWatch(server.tmux, pane.id, profile);
  await watch.start();
  return watch;
}

/** As a person would end it. */
async function leave({
  name,
  pane,
}: {
  readonly name: AgentName;
  readonly pane: OpenAgent['pane'];
}): Promise<void> {
  const [first, second] = name === 'claude' ? ['C-c', 'C-c'] : ['C-d', 'C-d'];
  await pane.sendKeys(first);
  if (await pane.exists()) await pane.sendKeys(second).catch(() => {});
}
