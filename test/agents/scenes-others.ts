import type { AgentName } from './installed-agents.js';
import { openAgent } from './open-agent.js';
import { LOOKALIKE, numberedLines } from './scene-texts.js';
import { Stage } from './stage.js';

/** Takes one of the smaller agents through its states. */
export async function playOther(name: Exclude<AgentName, 'claude' | 'codex'>): Promise<void> {
  await playInput(name);
  await playTurns(name);
  if (name !== 'pi') await playPermission(name, { width: 120, height: 40 }, '');
  if (name !== 'pi') await playPermission(name, { width: 80, height: 24 }, '-80x24');
}

async function playInput(name: AgentName): Promise<void> {
  await using agent = await openAgent(name);
  const stage = new Stage(agent);
  await stage.settled(1500);
  await stage.take('idle');
  await stage.type('please read the code');
  await stage.take('typed');
  await erase(stage, 1);
  await stage.paste('first line\nsecond line');
  await stage.take('typed-two-lines');
  await erase(stage, 2);
  await stage.paste('look at @REA');
  await stage.settled(1000);
  await stage.take('file-menu');
  await stage.press('Escape');
  await erase(stage, 1);
  await stage.type('/');
  await stage.settled(1000);
  await stage.take('slash-menu');
  await stage.press('Escape');
  await erase(stage, 1);
  await stage.paste(`${'a long line that wraps in the box '.repeat(5)}end`);
  await stage.take('typed-wrapped');
  await erase(stage, 2);
  await stage.paste(numberedLines(60));
  await stage.take('paste-of-60-lines');
}

async function playTurns(name: AgentName): Promise<void> {
  await using agent = await openAgent(name);
  const stage = new Stage(agent);
  await stage.settled(1500);
  await stage.say('DELAY=9000 think about it');
  await agent.model.waitFor(({ side }) => !side);
  await stage.settled(500);
  await stage.take('working');
  await stage.say('a message for later');
  await stage.settled(800);
  await stage.take('queued');
  await stage.sees(/ECHO: a message for later/);
  await stage.settled(1500);
  await stage.take('done');
  await stage.say(LOOKALIKE);
  await stage.sees(/ECHO: Say/);
  await stage.settled(1500);
  await stage.take('idle-lookalike');
  await stage.say('DELAY=60000 wait for it');
  await agent.model.waitFor(
    ({ side, prompts }) => !side && prompts.some((text) => text.includes('wait for it')),
  );
  await stage.settled(500);
  await stage.press(...(name === 'opencode' ? ['Escape', 'Escape'] : ['Escape']));
  await stage.settled(1000);
  await stage.take('interrupted');
  await stage.say('FAIL=400 please');
  await stage.sees(/told to fail|400/);
  await stage.settled(1500);
  await stage.take('error-400');
}

async function playPermission(
  name: AgentName,
  size: { readonly width: number; readonly height: number },
  suffix: string,
): Promise<void> {
  await using agent = await openAgent(name, { size });
  const stage = new Stage(agent, suffix);
  await stage.settled(1500);
  await stage.say('RUNTOOL{touch one.txt}');
  await stage.sees(/Allow once|allow once|Would you like to continue/);
  await stage.settled();
  await stage.take('permission');
  await stage.press(name === 'opencode' ? 'Right' : 'Down');
  await stage.take('permission-second');
  if (name !== 'opencode') return;
  await stage.press('Enter');
  await stage.sees(/Always allow/);
  await stage.settled();
  await stage.take('permission-always');
  await stage.press('Right');
  await stage.take('permission-always-second');
}

/** One key at a time: Continue takes several that come at once for text. */
async function erase(stage: Stage, lines: number): Promise<void> {
  for (let line = 0; line < lines; line++) await stage.press('C-u', 'C-u', 'BSpace');
}
