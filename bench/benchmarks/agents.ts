import { TmuxBridge } from '../../src/systems/tmux-bridge.js';
import { startOver } from '../../test/agents/empty-box.js';
import type { AgentName } from '../../test/agents/installed-agents.js';
import { type OpenAgent, openAgent } from '../../test/agents/open-agent.js';
import { untilIdle } from '../../test/agents/until-idle.js';
import { advantage, type Benchmark, OURS, type Result } from '../benchmark.js';
import { Ground } from '../ground.js';
import { sendWithFixedDelay } from '../peers/fixed-delay.js';
import { median, quantile } from '../statistics.js';

const LENGTHS = [10, 200, 1_000, 5_000];
const PEER = 'typed, fixed delay';
/** A message that the model has not seen by then was not delivered. */
const LOST_MS = 5_000;

/** From the call until the model of a real agent sees the message. What is lost, or told wrongly, is noted. */
export const agents: Benchmark = {
  name: 'agents',
  unit: 'ms',
  async *run(ground) {
    for (const name of ['claude', 'codex'] as const) {
      const agent = await open(name, ground);
      if (!agent) continue;
      try {
        await compare(new Ground({ ...ground, quick: true, note: () => {} }), agent, 20);
        for (const length of LENGTHS) yield await compare(ground, agent, length);
      } finally {
        await agent[Symbol.asyncDispose]();
      }
    }
  },
};

async function open(name: AgentName, { note }: Ground): Promise<OpenAgent | undefined> {
  try {
    return await openAgent(name, { model: { delayMs: 10, chunkMs: 0 } });
  } catch (error) {
    note(`${name} is left out: ${(error as Error).message}`);
    return undefined;
  }
}

async function compare(ground: Ground, agent: OpenAgent, length: number): Promise<Result> {
  const { name, pane, server } = agent;
  await using bridge = new TmuxBridge({ host: server.tmux });
  const tmux = ['tmux', '-L', server.socket];
  const contenders = {
    [OURS]: async (text: string) => (await bridge.sendText(pane.id, text)).success,
    [PEER]: (text: string) => sendWithFixedDelay(tmux, pane.id, text),
  };
  const outcomes = new Map(Object.keys(contenders).map((contender) => [contender, [] as Outcome[]]));
  const { rounds, signal } = ground.effort(8, 0);
  for (let round = 0; round < rounds; round++) {
    const turns = Object.entries(contenders);
    for (const [contender, send] of round % 2 === 0 ? turns : turns.reverse()) {
      signal.throwIfAborted();
      const text = message(length, `${contender === OURS ? 'a' : 'b'}${round}`);
      outcomes.get(contender)?.push(await deliver(agent, send, text));
    }
  }
  const what = `${name} sees ${length} characters`;
  for (const [contender, all] of outcomes) {
    const lost = all.filter(({ ms }) => ms === undefined).length;
    const wrong = all.filter(({ ms, believed }) => believed !== (ms !== undefined)).length;
    if (lost + wrong > 0)
      ground.note(`${what}, ${contender}: of ${rounds} ${lost} lost, ${wrong} told wrongly.`);
  }
  return toResult(what, outcomes);
}

interface Outcome {
  /** Until the model saw exactly this; `undefined` where it never did. */
  readonly ms: number | undefined;
  /** Whether the sender says that it was taken. */
  readonly believed: boolean;
}

async function deliver(
  agent: OpenAgent,
  send: (text: string) => Promise<boolean>,
  text: string,
): Promise<Outcome> {
  const { model } = agent;
  const before = model.log.length;
  const calledAtMs = performance.timeOrigin + performance.now();
  const believed = await send(text);
  const seen = await model.waitForPrompt(text, before, LOST_MS).catch(() => undefined);
  if (!seen || !believed) await startOver(agent);
  await untilIdle(agent);
  return { ms: seen && seen.atMs - calledAtMs, believed };
}

function message(length: number, mark: string): string {
  return `${mark} ${'the quick brown fox jumps over the lazy dog, '.repeat(Math.ceil(length / 45))}`
    .slice(0, length - 1)
    .concat('.');
}

function toResult(name: string, outcomes: ReadonlyMap<string, readonly Outcome[]>): Result {
  const rounded = (value: number): number => Number(value.toPrecision(4));
  const each = (change: (values: readonly number[]) => number): Record<string, number> =>
    Object.fromEntries(
      [...outcomes].map(([contender, all]) => [contender, change(all.flatMap(({ ms }) => ms ?? []))]),
    );
  const { [OURS]: ours = Number.NaN, ...peers } = each((values) => rounded(median(values)));
  return {
    name,
    unit: 'ms',
    ours,
    peers,
    ratio: rounded(advantage('ms', ours, peers[PEER] ?? Number.NaN)),
    rival: PEER,
    floors: [],
    p99: each((values) => rounded(quantile(values, 0.99))),
    n: each((values) => values.length),
  };
}
