import { describe, expect, it } from 'vitest';
import { installSkill, skillPlaces } from '../../src/operations/guide/install-skill.js';
import { skillFile } from '../../src/operations/guide/skill-file.js';
import { TmuxBridge } from '../../src/systems/tmux-bridge.js';
import { openAgent } from './open-agent.js';

describe.each(['claude', 'codex'] as const)('the skill for %s', (name) => {
  it('is found by the agent, which tells its model what it is for', async () => {
    const text = skillFile('The guide.');
    const description = /^description: (.{60})/m.exec(text)?.[1] ?? '';
    await using agent = await openAgent(name, {
      prepare: (home) =>
        installSkill(
          text,
          skillPlaces({}, home).filter(({ reader }) => reader === name),
        ),
      model: { withBodies: true },
    });
    await using bridge = new TmuxBridge({ host: agent.server.tmux });
    expect(await bridge.sendText(agent.pane.id, 'hello there')).toMatchObject({ success: true });
    const { body } = await agent.model.waitForPrompt('hello there', 0, 120_000);
    expect(JSON.stringify(body)).toContain(description);
  });
});
