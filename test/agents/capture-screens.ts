// node --import tsx test/agents/capture-screens.ts [AGENT [SCREEN…]]: takes the golden screens again.
import { type AgentName, agentNames } from './installed-agents.js';
import { playClaude } from './scenes-claude.js';
import { playCodex } from './scenes-codex.js';
import { playOther } from './scenes-others.js';
import { Stage } from './stage.js';

const [which, ...screens] = process.argv.slice(2);
for (const screen of screens) Stage.only.add(screen);
for (const name of agentNames) if (which === undefined || which === name) await play(name);

function play(name: AgentName): Promise<void> {
  if (name === 'claude') return playClaude();
  return name === 'codex' ? playCodex() : playOther(name);
}
