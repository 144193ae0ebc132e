import type { Screen } from '../../src/screen/screen.js';
import type { AgentName } from './installed-agents.js';
import type { OpenAgent } from './open-agent.js';

/** Waits until the model has answered everything and the agent does not look busy any more, by no word of the bridge. */
export async function untilIdle({ name, pane, model }: OpenAgent): Promise<void> {
  await model.waitForAnswers();
  // On a garbled screen the signs of work may stay.
  await pane.waitForScreen((screen) => !isBusy[name](screen), { timeoutMs: 20_000 }).catch(() => undefined);
  await pane.waitForQuiet(150, { timeoutMs: 5_000 }).catch(() => undefined);
}

export const isBusy: Readonly<Record<AgentName, (screen: Screen) => boolean>> = {
  claude: ({ rows }) =>
    rows.slice(-3).some((row) => row.includes('esc to interrupt')) ||
    rows.slice(-10).some((row) => /^[·✢✳✶✻✽*] \S+…/.test(row)),
  codex: ({ title }) => /^[⠀-⣿] /.test(title),
  gemini: ({ title }) => !title.startsWith('◇'),
  opencode: ({ rows }) => rows.slice(-3).some((row) => /esc (?:again to )?interrupt/.test(row)),
  pi: ({ rows }) => rows.slice(-10).some((row) => /^ [⠀-⣿] /.test(row)),
  continue: ({ rows }) => rows.slice(-8).some((row) => row.includes('esc to interrupt')),
  qwen: ({ rows }) => rows.slice(-10).some((row) => row.includes('esc to cancel')),
};
