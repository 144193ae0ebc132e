// node --import tsx test/agents/capture-screens.ts [claude|codex [SCREEN…]]: takes the golden screens anew.
import { playClaude } from './scenes-claude.js';
import { playCodex } from './scenes-codex.js';
import { Stage } from './stage.js';

const [which, ...screens] = process.argv.slice(2);
for (const screen of screens) Stage.only.add(screen);
if (which !== 'codex') await playClaude();
if (which !== 'claude') await playCodex();
