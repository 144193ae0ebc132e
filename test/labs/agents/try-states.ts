import { asksForEscapeAgain, interruptKeys } from '../../../src/panes/profiles/interrupt-keys.js';
import { loadProfiles, type Profile, profileFor } from '../../../src/panes/profiles/profile.js';
import { type Screen, screenText } from '../../../src/screen/screen.js';
import type { AgentState } from '../../../src/status/agent-verdict.js';
import { AgentWatch } from '../../../src/status/agent-watch.js';
import { agentKinds } from '../../agents/agent-kinds.js';
import { type OpenAgent, openAgent, startInShell } from '../../agents/open-agent.js';
import { untilIdle } from '../../agents/until-idle.js';
import { processesOf } from '../../end-processes.js';
import { labBridge } from './lab-bridge.js';
import { LATE_MS, StateLog } from './state-log.js';
import { readsGenerically, type Trial } from './trial.js';

type States = readonly AgentState[];
const READY: States = ['IDLE', 'AWAITING_INPUT'];

/**
 * The states that a watch sees, in a pane with a shell: turns, a prompt, an interruption, an exit by the agent's own
 * command, a kill, and a start after each of them. Turns are compared with the model's log.
 */
export const tryStates: Trial = async (target, row, options) => {
  const { asks, exit, ready } = agentKinds[target.name];
  await using agent = await openAgent(target.name, {
    version: target.version,
    model: { delayMs: 4_000, chunkMs: 0 },
    inShell: true,
  });
  const { pane, model, home } = agent;
  const profiles = await loadProfiles();
  const profile = profileFor(profiles, { command: '', title: '', name: options.profile });
  // A person knows the key of this agent.
  const own = profileFor(profiles, { command: '', title: '', name: agentKinds[target.name].profile });
  const send = { profile: options.profile, timeoutMs: 20_000 };
  await using watch = new AgentWatch(agent.server.tmux, pane.id, profile);
  const log = new StateLog(watch);
  await watch.start();
  await using bridge = labBridge(agent);
  const seen: string[] = [];
  const reaches = async (what: string, states: States): Promise<void> => {
    // Also after EXITED, which ends other waits.
    const ok = await log.until(() => states.includes(watch.verdict.state), 15_000);
    seen.push(`${what} ${ok ? 'right' : `WRONG (${watch.verdict.state})`}`);
  };
  const turn = async (text: string): Promise<void> => {
    const result = await bridge.sendText(pane.id, text, send);
    const arrived = await model
      .waitFor(({ prompts }) => prompts.some((each) => each.includes(text)), 0, 8_000)
      .then(yes, no);
    if (result.success && !arrived) row.silent++;
    if (!result.success || !arrived)
      row.notes.push(`state, ${text}: ${arrived ? 'arrived' : 'not seen'}, ${JSON.stringify(result)}`);
  };
  /** With a shell in the pane, only a profile that names its programs tells the agent's end from a prompt. */
  const ended = async (what: string): Promise<void> => {
    await pane.waitForScreen(isShell, { timeoutMs: 20_000 });
    await reaches(
      what,
      readsGenerically(target, options) ? ['EXITED', 'IDLE', 'AWAITING_INPUT'] : ['EXITED'],
    );
  };
  const again = async (what: string, text: string): Promise<void> => {
    await startInShell(pane);
    await pane.waitForScreen((screen) => ready.test(screenText(screen)), { timeoutMs: 120_000 });
    await reaches(what, READY);
    await turn(text);
    await untilIdle(agent);
    await reaches(`ready after ${what}`, READY);
  };

  await reaches('idle', READY);
  for (const text of ['hello there', 'and once more']) {
    await turn(text);
    await untilIdle(agent);
    await reaches('ready', READY);
    await model.waitForSilence(LATE_MS + 200);
  }
  if (asks) {
    await turn('DELAY=20 RUNTOOL{touch asked.txt}');
    await pane.waitForText(asks, { timeoutMs: 60_000 });
    const isAsking = (): boolean =>
      watch.verdict.state === 'AWAITING_INPUT' && watch.verdict.prompt !== undefined;
    const ok = await log.until(isAsking, 15_000);
    seen.push(`asks ${ok ? 'right' : `WRONG (${watch.verdict.state})`}`);
    await refuse(agent, asks, own.keys.dismiss);
    await reaches('refused', READY);
    await untilIdle(agent);
  }
  await turn('DELAY=100000 something slow');
  await reaches('working', ['PROCESSING']);
  await model.waitForSilence(LATE_MS + 200);
  await interrupt(agent, profile);
  await reaches('interrupted', READY);
  await untilIdle(agent);
  const { checked, wrong } = log.compare(model);
  seen.push(
    `${checked} turns of the model's log ${wrong.length === 0 ? 'right' : `WRONG (${wrong.length})`}`,
  );
  row.notes.push(...wrong.map((each) => `state: ${each}`));

  await pane.sendKeys('C-u');
  await pane.waitForQuiet(300, { timeoutMs: 2_000 }).catch(no);
  const left = await bridge.sendText(pane.id, exit, send);
  row.notes.push(`${exit}: ${left.errorCode ?? left.status}`);
  await ended('exit');
  await again('started again', 'hello after the exit');
  for (const pid of await processesOf(home)) endProcess(pid);
  await ended('kill -9');
  await again('started after it', 'hello after the kill');
  row.states = summary(seen);
};

/** The names of what was right, and each thing that was wrong. */
function summary(seen: readonly string[]): string {
  const right = seen.filter((each) => each.endsWith(' right')).map((each) => each.slice(0, -' right'.length));
  return [`${[...new Set(right)].join(', ')}: right`, ...seen.filter((each) => each.includes('WRONG'))].join(
    '; ',
  );
}

/** An agent that was killed leaves its screen around the prompt of the shell. */
function isShell({ rows, cursor }: Screen): boolean {
  return rows[cursor.y]?.startsWith('shell$') ?? false;
}

/** Closes a prompt. Agents drop the keys of its first moments. */
async function refuse(agent: OpenAgent, asks: RegExp, keys: readonly string[]): Promise<void> {
  const isGone = ({ rows }: Screen): boolean => !asks.test(rows.slice(-16).join('\n'));
  for (let tries = 0; tries < 5; tries++) {
    await press(agent, keys);
    if (await agent.pane.waitForScreen(isGone, { timeoutMs: 2_000 }).then(yes, no)) return;
  }
}

/** As `mux interrupt` does it. */
async function interrupt(agent: OpenAgent, profile: Profile): Promise<void> {
  await press(agent, interruptKeys(profile, await agent.pane.screen()));
  const isKnown = profile.programs.length > 0;
  if (!isKnown && asksForEscapeAgain(await agent.pane.screen())) await press(agent, ['Escape']);
}

async function press({ pane }: OpenAgent, keys: readonly string[]): Promise<void> {
  for (const key of keys) {
    await pane.sendKeys(key);
    await pane.waitForQuiet(200, { timeoutMs: 1_000 }).catch(no);
  }
}

function endProcess(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It went with another one.
  }
}

const yes = (): boolean => true;
const no = (): boolean => false;
