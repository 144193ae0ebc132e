import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { loadProfiles, profileFor } from '../../../src/agents/profiles/profile.js';
import { Agents } from '../../../src/agents/registry/agents.js';
import { AgentWatch } from '../../../src/agents/status/agent-watch.js';
import { openStore } from '../../../src/store/open-store.js';
import { agentKinds } from '../../agents/agent-kinds.js';
import { deliver } from '../../agents/deliver.js';
import { processesOf } from '../../agents/end-processes.js';
import { type OpenAgent, openAgent } from '../../agents/open-agent.js';
import { raceDialog, submit } from '../../agents/race-dialog.js';
import { tally } from '../../agents/tally.js';
import { untilIdle } from '../../agents/until-idle.js';
import { type AgentRow, addTally } from './agent-row.js';
import { labBridge } from './lab-bridge.js';
import type { Target } from './targets.js';

export interface TrialOptions {
  readonly profile: string;
  readonly messages: readonly string[];
  readonly prompts: number;
  readonly races: number;
}

export const SIZES = [
  { width: 60, height: 20 },
  { width: 80, height: 24 },
  { width: 120, height: 40 },
  { width: 220, height: 60 },
] as const;

/** Messages to an idle agent, spread over the sizes of a terminal, and some to a busy one. */
export async function tryMessages(
  target: Target,
  row: AgentRow,
  { profile, messages }: TrialOptions,
): Promise<void> {
  for (const [at, size] of SIZES.entries()) {
    await using agent = await openAgent(target.name, {
      size,
      version: target.version,
      model: { delayMs: 150, chunkMs: 0 },
    });
    await using bridge = labBridge(agent);
    const own = messages.filter((_, index) => index % SIZES.length === at);
    const twice = own.slice(0, 1);
    const idle = await deliver(agent, bridge, [...own, ...twice], {
      eachIdle: true,
      profile,
      timeoutMs: 20_000,
    });
    addTally(
      row,
      tally(agent, idle, () => true),
      idle.deliveries.filter(({ result }) => result.success).length,
    );
    const busy = await deliver(
      agent,
      bridge,
      [`DELAY=3000 begin ${at}`, `while busy ${at}`, `and more ${at}`],
      {
        profile,
        timeoutMs: 20_000,
      },
    );
    addTally(
      row,
      tally(agent, busy, () => true),
      busy.deliveries.filter(({ result }) => result.success).length,
    );
    await untilIdle(agent);
  }
}

/** Messages into an open permission prompt, and races with one that comes up. */
export async function tryPrompts(target: Target, row: AgentRow, options: TrialOptions): Promise<void> {
  const { asks } = agentKinds[target.name];
  if (!asks) return;
  const { profile } = options;
  await using agent = await openAgent(target.name, {
    version: target.version,
    model: { delayMs: 20, chunkMs: 0 },
  });
  await using bridge = labBridge(agent);
  const raced = await raceDialog(agent, bridge, options.races, { profile, timeoutMs: 30_000 });
  row.races += options.races;
  row.approved += raced.approved.length;
  row.silent += raced.wrong.length;
  row.notes.push(...raced.approved, ...raced.wrong, `races: ${JSON.stringify(raced.outcomes)}`);
  await submit(agent, 'RUNTOOL{touch prompted.txt}');
  await agent.pane.waitForText(asks, { timeoutMs: 60_000 });
  for (let round = 0; round < options.prompts; round++) {
    const text = ['please stop now', 'y', '1', 'first line\nsecond line', 'a'.repeat(600)][round % 5] ?? '';
    const result = await bridge.sendText(agent.pane.id, text, { profile, timeoutMs: 20_000 });
    row.prompts++;
    if (result.success) row.notes.push(`sent into a prompt: ${JSON.stringify(result)}`);
    if (result.success) row.silent++;
  }
  if (existsSync(join(agent.project, 'prompted.txt'))) row.approved++;
}

/** Answers to permission prompts by number, by label, and with a no. */
export async function tryAnswers(target: Target, row: AgentRow): Promise<void> {
  const kind = agentKinds[target.name];
  if (!kind.asks || !kind.answers) return;
  const done: string[] = [];
  for (const [how, { text, allows }] of Object.entries(kind.answers)) {
    await using agent = await openAgent(target.name, {
      version: target.version,
      model: { delayMs: 20, chunkMs: 0 },
    });
    await using store = await openStore({ path: ':memory:' });
    await using agents = new Agents({ store, config: { subprocessTimeoutMs: 60_000 } });
    await agents.start({ hooks: false, watch: true });
    const { id } = await agents.register({
      paneId: agent.pane.id,
      host: agent.server.address,
      profile: kind.profile,
    });
    await submit(agent, 'RUNTOOL{touch answered.txt}');
    await agent.pane.waitForText(kind.asks, { timeoutMs: 60_000 });
    const answered = await agents
      .respond(id, text, { mode: 'option', timeoutMs: 60_000 })
      .then(() => true)
      .catch((error: unknown) => void row.notes.push(`answer ${how}: ${String(error)}`));
    if (allows)
      await agent.model.waitFor(({ toolResult }) => toolResult !== undefined).catch(() => undefined);
    else await agent.pane.waitForQuiet(800, { timeoutMs: 8_000 }).catch(() => undefined);
    const ran = existsSync(join(agent.project, 'answered.txt'));
    if (ran && !allows) row.approved++;
    done.push(`${how} ${answered && ran === allows ? 'right' : 'WRONG'}`);
  }
  row.answers = done.join(', ');
}

/** The states that a watch sees: a turn, an interruption, a kill. */
export async function tryStates(
  target: Target,
  row: AgentRow,
  { profile: name }: TrialOptions,
): Promise<void> {
  await using agent = await openAgent(target.name, {
    version: target.version,
    model: { delayMs: 1_500, chunkMs: 0 },
  });
  const profile = profileFor(await loadProfiles(), { command: '', title: '', name });
  await using watch = new AgentWatch(agent.server.tmux, agent.pane.id, profile);
  await watch.start();
  await using bridge = labBridge(agent);
  const seen: string[] = [];
  const reaches = async (what: string, states: Parameters<AgentWatch['waitFor']>[0]): Promise<void> => {
    const ok = await watch.waitFor(states, { timeoutMs: 15_000 }).then(
      () => true,
      () => false,
    );
    seen.push(`${what} ${ok ? 'right' : `WRONG (${watch.verdict.state})`}`);
  };
  const works = (text: string): Promise<unknown> => {
    const begins = reaches('working', 'PROCESSING');
    return Promise.all([begins, bridge.sendText(agent.pane.id, text, { profile: name, timeoutMs: 20_000 })]);
  };
  await reaches('idle', ['IDLE', 'AWAITING_INPUT']);
  await works('hello there');
  await agent.model.waitForAnswers();
  await reaches('ready', ['IDLE', 'AWAITING_INPUT']);
  await works('DELAY=100000 something slow');
  await interrupt(agent, profile.keys.interrupt);
  await reaches('interrupted', ['IDLE', 'AWAITING_INPUT']);
  for (const pid of await processesOf(agent.home)) endProcess(pid);
  await reaches('killed', 'EXITED');
  row.states = seen.join(', ');
}

async function interrupt({ pane }: OpenAgent, keys: readonly string[]): Promise<void> {
  for (const key of keys) {
    await pane.sendKeys(key);
    await pane.waitForQuiet(200, { timeoutMs: 1_000 }).catch(() => undefined);
  }
}

function endProcess(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It went with another one.
  }
}
