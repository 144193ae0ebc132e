import type { AgentName } from './installed-agents.js';
import { openAgent } from './open-agent.js';
import { Stage } from './stage.js';

/** What an agent asks in a folder that it does not know. */
export async function playTrust(name: AgentName): Promise<void> {
  await using agent = await openAgent(name, { trusted: false });
  const stage = new Stage(agent);
  await stage.settled();
  await stage.take('trust-dialog');
}

/** What opens at an empty input box while one types. */
export async function playMenus(stage: Stage): Promise<void> {
  await stage.type('/');
  await stage.take('slash-menu');
  await stage.type('mod');
  await stage.take('slash-menu-partial');
  await stage.press('Escape');
  await stage.take('slash-menu-escaped');
  await stage.clear();
  await stage.type('look at @REA');
  await stage.take('file-menu');
  await stage.press('Escape');
  await stage.clear();
  await stage.type('!');
  await stage.take('shell-mode');
  await stage.type('ls');
  await stage.take('shell-mode-typed');
  await stage.clear();
  await stage.press('?');
  await stage.take('help');
}
