import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sized } from '../soak.js';
import { agentKinds } from './agent-kinds.js';
import { bridgeTo } from './bridge-to.js';
import { deliver } from './deliver.js';
import { openAgent } from './open-agent.js';
import { raceDialog } from './race-dialog.js';
import { printTally, tally } from './tally.js';

const MODEL = { delayMs: 150, chunkMs: 0 };
const MESSAGES = [
  'hello there',
  'first line\nsecond line',
  'look at @README.md',
  '日本語のテキスト',
  'x',
  'x',
];

const RACES = sized(3, 30);

// The long form is npm run lab -- agents.
describe.each(['gemini', 'opencode', 'pi', 'continue', 'qwen'] as const)('messages to %s', (name) => {
  it.each([agentKinds[name].profile, 'generic'])(
    'arrive once and unchanged, or are told as not taken, with the profile %s',
    async (profile) => {
      await using agent = await openAgent(name, { model: MODEL, size: { width: 80, height: 24 } });
      await using bridge = bridgeTo(agent);
      const delivered = await deliver(agent, bridge, MESSAGES, {
        eachIdle: true,
        profile,
        timeoutMs: 20_000,
      });
      const { lost, doubled, wrongReceipts, ...counts } = tally(
        agent,
        delivered,
        ({ result }) => result.success,
      );
      printTally(`${name}, ${profile}`, { lost, doubled, wrongReceipts, ...counts });
      if (profile !== 'generic') expect({ lost, wrongReceipts }).toEqual({ lost: [], wrongReceipts: [] });
      const said = delivered.deliveries.filter(({ result }) => result.success).map(({ text }) => text);
      const silentlyLost = lost.filter((text) => said.includes(JSON.parse(text) as string));
      expect({ doubled, silentlyLost }).toEqual({ doubled: [], silentlyLost: [] });
    },
  );
});

describe.each(['gemini', 'opencode', 'continue', 'qwen'] as const)('a permission prompt of %s', (name) => {
  it.each([agentKinds[name].profile, 'generic'])(
    'takes no text, and is not approved by one, with the profile %s',
    async (profile) => {
      await using agent = await openAgent(name, { model: { delayMs: 20, chunkMs: 0 } });
      await using bridge = bridgeTo(agent);
      const own = { profile: agentKinds[name].profile, timeoutMs: 60_000 };
      await bridge.sendText(agent.pane.id, 'RUNTOOL{touch made.txt}', own);
      await agent.pane.waitForText(agentKinds[name].asks ?? /$^/, { timeoutMs: 60_000 });
      for (const text of ['please stop now', 'y', 'first\nsecond']) {
        const refused = await bridge.sendText(agent.pane.id, text, { profile, timeoutMs: 20_000 });
        expect(refused).toMatchObject({ success: false, errorCode: 'DIALOG_OPEN' });
      }
      expect(existsSync(join(agent.project, 'made.txt'))).toBe(false);
    },
  );

  it.each([agentKinds[name].profile, 'generic'])(
    `is never answered by a message that meets it as it appears, ${RACES} times, with the profile %s`,
    async (profile) => {
      await using agent = await openAgent(name, { model: { delayMs: 20, chunkMs: 0 } });
      await using bridge = bridgeTo(agent);
      const { outcomes, approved, wrong } = await raceDialog(agent, bridge, RACES, { profile });
      console.log(`${name}, ${profile}, racing: ${JSON.stringify(outcomes)}`);
      expect({ approved, wrong }).toEqual({ approved: [], wrong: [] });
    },
  );
});
