import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { TmuxBridge } from '../../../src/systems/tmux-bridge.js';
import { deliver } from '../../agents/deliver.js';
import { startOver } from '../../agents/empty-box.js';
import { type OpenAgent, openAgent } from '../../agents/open-agent.js';
import { type Delivery, tally } from '../../agents/tally.js';
import { untilIdle } from '../../agents/until-idle.js';
import { type AgentRow, addTally } from './agent-row.js';
import { labBridge } from './lab-bridge.js';
import type { Trial, TrialOptions } from './trial.js';

const SIZES = [
  { width: 60, height: 20 },
  { width: 80, height: 24 },
  { width: 120, height: 40 },
  { width: 220, height: 60 },
] as const;

/** It answers sooner than any real one, but not so soon that an agent never shows that it works. */
const MODEL = { delayMs: 150, chunkMs: 0 };

/** Messages to an idle agent, spread over the sizes of a terminal, one of them twice, and some to a busy one. */
export const tryMessages: Trial = async (target, row, options) => {
  for (const [at, size] of SIZES.entries()) {
    await using agent = await openAgent(target.name, { size, version: target.version, model: MODEL });
    await using bridge = labBridge(agent);
    const own = options.messages.filter((_, index) => index % SIZES.length === at);
    await sendIdle(agent, bridge, row, [...own.slice(0, 1), ...own], options);
    await sendBusy(agent, bridge, row, at, options);
    await sendForms(agent, bridge, row, at, options);
  }
};

async function sendIdle(
  agent: OpenAgent,
  bridge: TmuxBridge,
  row: AgentRow,
  messages: readonly string[],
  { profile }: TrialOptions,
): Promise<void> {
  const idle = await deliver(agent, bridge, messages, { eachIdle: true, profile, timeoutMs: 20_000 });
  addTally(
    row,
    tally(agent, idle, ({ result }) => !result.success || result.status === 'submitted'),
  );
}

/** What has waited for the end of a turn must have the receipt `queued`. */
async function sendBusy(
  agent: OpenAgent,
  bridge: TmuxBridge,
  row: AgentRow,
  at: number,
  { profile }: TrialOptions,
): Promise<void> {
  const messages = [`DELAY=3000 begin ${at}`, `while busy ${at}`, `and more\nof it ${at}`];
  const busy = await deliver(agent, bridge, messages, { profile, timeoutMs: 20_000 });
  const isRight = ({ result, calledAtMs, answeredAtMs }: Delivery, seenAtMs: number): boolean => {
    const endMs = agent.model.endOfTurn(calledAtMs, answeredAtMs);
    const hasWaited = endMs !== undefined && seenAtMs >= endMs;
    return !result.success || !hasWaited || result.status === 'queued';
  };
  addTally(row, tally(agent, busy, isRight));
  await untilIdle(agent);
}

/** Commands to the agent itself: its model sees them, or the command has run, or the receipt is none. */
async function sendForms(
  agent: OpenAgent,
  bridge: TmuxBridge,
  row: AgentRow,
  at: number,
  { profile }: TrialOptions,
): Promise<void> {
  const file = `form-${at}.txt`;
  for (const text of [`/nosuchcommand${at}`, `!touch ${file}`]) {
    const result = await bridge.sendText(agent.pane.id, text, { profile, timeoutMs: 20_000 });
    await agent.model.waitForSilence(1_000);
    await untilIdle(agent);
    const words = text.slice(1);
    const arrived = agent.model.prompts.some((prompt) => prompt.includes(words));
    const ran = existsSync(join(agent.project, file));
    row.messages++;
    if (result.success) row.taken++;
    else row.refused++;
    if (!result.success && (arrived || ran)) row.unproven++;
    if (result.success && !arrived && !ran) {
      row.silent++;
      row.notes.push(`silent: ${text}: ${JSON.stringify(result)}`);
    } else
      row.notes.push(
        `${text}: ${result.errorCode ?? result.status}${arrived ? ', arrived' : ''}${ran ? ', ran' : ''}`,
      );
    await startOver(agent);
  }
}
