import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { agentKinds } from '../../agents/agent-kinds.js';
import { openAgent } from '../../agents/open-agent.js';
import { raceDialog, submit } from '../../agents/race-dialog.js';
import type { AgentRow } from './agent-row.js';
import { labBridge } from './lab-bridge.js';
import type { Target } from './targets.js';
import { QUICK, type Trial, type TrialOptions } from './trial.js';

/** Messages into an open permission prompt, and races with one that comes up. */
export const tryPrompts: Trial = async (target, row, options) => {
  const { asks } = agentKinds[target.name];
  if (!asks) return;
  await sendIntoPrompt(target, row, options, asks);
  await race(target, row, options);
};

async function race(target: Target, row: AgentRow, { profile, races }: TrialOptions): Promise<void> {
  await using agent = await openAgent(target.name, { version: target.version, model: QUICK });
  await using bridge = labBridge(agent);
  const raced = await raceDialog(agent, bridge, races, { profile, timeoutMs: 30_000 });
  row.races += races;
  row.approved += raced.approved.length;
  row.silent += raced.wrong.length;
  row.unproven += raced.unproven.length;
  row.notes.push(
    `races: ${JSON.stringify(raced.outcomes)}`,
    ...raced.approved.map((each) => `approved: ${each}`),
    ...raced.wrong.map((each) => `wrong in a race: ${each}`),
    ...raced.unproven.map((each) => `unproven in a race: ${each}`),
  );
}

const TEXTS = ['please stop now', 'y', '1', 'first line\nsecond line', 'a'.repeat(600)];

async function sendIntoPrompt(
  target: Target,
  row: AgentRow,
  { profile, prompts }: TrialOptions,
  asks: RegExp,
): Promise<void> {
  await using agent = await openAgent(target.name, { version: target.version, model: QUICK });
  await using bridge = labBridge(agent);
  await submit(agent, 'RUNTOOL{touch prompted.txt}');
  await agent.pane.waitForText(asks, { timeoutMs: 60_000 });
  const seen = agent.model.log.length;
  const outcomes: Record<string, number> = {};
  for (let round = 0; round < prompts; round++) {
    const text = TEXTS[round % TEXTS.length] ?? '';
    const result = await bridge.sendText(agent.pane.id, text, { profile, timeoutMs: 20_000 });
    const outcome = result.errorCode ?? result.status ?? 'nothing';
    outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
    row.prompts++;
    if (result.errorCode !== 'DIALOG_OPEN') row.notes.push(`into a prompt: ${JSON.stringify(result)}`);
    if (result.success) row.silent++;
  }
  row.notes.push(`into a prompt: ${JSON.stringify(outcomes)}`);
  const went = agent.model.log.slice(seen).filter(({ side }) => !side);
  const isOpen = asks.test((await agent.pane.screen()).rows.join('\n'));
  if (existsSync(join(agent.project, 'prompted.txt')) || went.length > 0 || !isOpen) {
    row.approved++;
    row.notes.push(`a text answered the prompt: ${JSON.stringify(went)}`);
  }
}
