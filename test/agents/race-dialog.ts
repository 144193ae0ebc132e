import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { SendTextOptions } from '../../src/delivery/bridge-options.js';
import { type Screen, screenText } from '../../src/screen/screen.js';
import type { TmuxBridge } from '../../src/systems/tmux-bridge.js';
import { agentKinds } from './agent-kinds.js';
import { emptyBox } from './empty-box.js';
import type { AgentName } from './installed-agents.js';
import type { OpenAgent } from './open-agent.js';
import { isBusy } from './until-idle.js';

/** The messages are sent from so long before the prompt on: some agents take a while to show what is sent. */
const EARLIEST_MS: Readonly<Partial<Record<AgentName, number>>> = { claude: 150, codex: 150 };
const LATEST_MS = 50;
const PATIENT = { timeoutMs: 60_000 };
/** How long a message that is said to be taken may need to reach the model, on a machine that is very busy. */
const ARRIVAL_MS = 90_000;

export interface RaceOutcome {
  /** How often each result came. */
  readonly outcomes: Readonly<Record<string, number>>;
  readonly approved: readonly string[];
  /** Receipts that the model's log contradicts. */
  readonly wrong: readonly string[];
  /** Receipts without proof for messages that arrived. */
  readonly unproven: readonly string[];
}

/** Sends messages that meet a permission prompt as it appears. */
export async function raceDialog(
  agent: OpenAgent,
  bridge: TmuxBridge,
  rounds: number,
  options: SendTextOptions = {},
): Promise<RaceOutcome> {
  const outcomes: Record<string, number> = {};
  const approved: string[] = [];
  const wrong: string[] = [];
  const unproven: string[] = [];
  const earliestMs = EARLIEST_MS[agent.name] ?? 500;
  const delayMs = 250 + earliestMs;
  // How long the prompt takes to appear after its request; learned as it goes.
  let appearsAfterMs = await timeOfPrompt(agent, delayMs);
  for (let round = 0; round < rounds; round++) {
    const file = `file-${round}.txt`;
    const message = round % 2 === 0 ? `stop ${round}` : `please stop now and think again, round ${round}`;
    const begun = performance.now();
    await submit(agent, `DELAY=${delayMs} RUNTOOL{touch ${file}}`);
    const appeared = agent.pane
      .waitForScreen((screen) => asksForLeave(agent.name).test(screenText(screen)), { timeoutMs: 10_000 })
      .then(
        () => performance.now() - begun,
        () => undefined,
      );
    // From well before the prompt to just after it.
    const offsetMs = ((round * 37) % rounds) * ((earliestMs + LATEST_MS) / rounds) - earliestMs;
    await sleep(Math.max(0, appearsAfterMs + offsetMs - (performance.now() - begun)));
    const result = await bridge.sendText(agent.pane.id, message, { ...PATIENT, ...options });
    const outcome = result.errorCode ?? result.status ?? 'nothing';
    outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
    const seenMs = await Promise.race([appeared, turnWithout(agent, message)]);
    if (seenMs !== undefined) appearsAfterMs = 0.7 * appearsAfterMs + 0.3 * seenMs;
    await sleep(200);
    if (existsSync(join(agent.project, file))) approved.push(`${file}: ${JSON.stringify(result)}`);
    await finish(agent);
    const isIt = (prompt: string): boolean => prompt.trim() === message;
    if (result.success)
      await agent.model
        .waitFor(({ prompts }) => prompts.some(isIt), 0, ARRIVAL_MS)
        .then(
          () => finish(agent),
          () => undefined,
        );
    const times = agent.model.prompts.filter(isIt).length;
    const told = `${message}: seen ${times} times, ${JSON.stringify(result)}`;
    if (times > 1 || (result.success && times === 0)) wrong.push(told);
    else if (times === 1 && !result.success) unproven.push(told);
  }
  return { outcomes, approved, wrong, unproven };
}

/** How long a prompt takes to appear where nothing is sent meanwhile. */
async function timeOfPrompt(agent: OpenAgent, delayMs: number): Promise<number> {
  const begun = performance.now();
  await submit(agent, `DELAY=${delayMs} RUNTOOL{touch before.txt}`);
  await agent.pane.waitForScreen((screen) => asksForLeave(agent.name).test(screenText(screen)), PATIENT);
  const tookMs = performance.now() - begun;
  await finish(agent);
  return tookMs;
}

/** Resolves when the model has got and answered the message: then it came before the prompt, and there is none. */
async function turnWithout({ model }: OpenAgent, message: string): Promise<undefined> {
  await model
    .waitFor(({ prompts }) => prompts.some((prompt) => prompt.trim() === message), 0, 10_000)
    .catch(() => undefined);
  await model.waitForAnswers();
  await sleep(1_000);
  return undefined;
}

function asksForLeave(name: AgentName): RegExp {
  return agentKinds[name].asks ?? /$^/;
}

/** Without the bridge, so that the time is known. */
export async function submit({ pane, model }: OpenAgent, text: string): Promise<void> {
  const before = model.log.length;
  await pane.paste(text);
  await pane.waitForText(/(?:RUN|CALL)TOOL|\[Pasted|\[paste/, PATIENT);
  await pane.waitForQuiet(150, { timeoutMs: 2_000 }).catch(() => undefined);
  // On a very busy machine an agent may take Enter for a part of the paste.
  for (let tries = 1; ; tries++) {
    await pane.sendKeys('Enter');
    const asked = model.waitFor(({ side }) => !side, before, tries < MOST_ENTERS ? ENTER_MS : ARRIVAL_MS);
    if (tries === MOST_ENTERS ? await asked : await asked.catch(() => undefined)) return;
  }
}

const MOST_ENTERS = 4;
const ENTER_MS = 8_000;

/**
 * Answers what is asked, now on purpose, until the agent is idle with an empty box. To refuse would take back what has
 * been queued behind it.
 */
async function finish({ name, pane, model }: OpenAgent): Promise<void> {
  const asks = (screen: Screen): boolean =>
    asksForLeave(name).test(screenText(screen).split('\n').slice(-14).join('\n'));
  const rests = (screen: Screen): boolean => !asks(screen) && !isBusy[name](screen);
  for (;;) {
    await model.waitForAnswers();
    await pane.waitForScreen((screen) => asks(screen) || rests(screen), PATIENT);
    if (asks(await pane.screen())) {
      await pane.sendKeys('Enter');
      // The keys of its first moments are dropped.
      await pane.waitForScreen((screen) => !asks(screen), { timeoutMs: 1_000 }).catch(() => undefined);
    } else if (await pane.waitForQuiet(300, { timeoutMs: 2_000 }).then(yes, no)) {
      if (rests(await pane.screen())) break;
    }
  }
  await emptyBox({ name, pane });
}

const yes = (): boolean => true;
const no = (): boolean => false;
