import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Agents } from '../../../src/agents/registry/agents.js';
import { openStore } from '../../../src/store/open-store.js';
import { agentKinds } from '../../agents/agent-kinds.js';
import { type OpenAgent, openAgent } from '../../agents/open-agent.js';
import { submit } from '../../agents/race-dialog.js';
import type { AgentRow } from './agent-row.js';
import type { Target } from './targets.js';
import { QUICK, type Trial, type TrialOptions } from './trial.js';

/** Answers to permission prompts by number, by label, with a no, and in one's own words. */
export const tryAnswers: Trial = async (target, row, options) => {
  const { asks, answers, other } = agentKinds[target.name];
  if (!asks || !answers) return;
  const done: string[] = [];
  for (const [how, { text, allows }] of Object.entries(answers)) {
    const question = { prompt: 'RUNTOOL{touch answered.txt}', asks };
    const result = await answer(
      target,
      row,
      options,
      { ...question, mode: 'option', text },
      async (agent) => {
        if (allows)
          await agent.model.waitFor(({ toolResult }) => toolResult !== undefined, 0, 20_000).catch(none);
        else await agent.pane.waitForQuiet(800, { timeoutMs: 8_000 }).catch(none);
        return hasRun(agent) === allows;
      },
    );
    if (result.ran && !allows) row.approved++;
    done.push(`${how} ${result.right ? 'right' : 'WRONG'}`);
  }
  if ('none' in other) done.push(`other – (${other.none})`);
  else {
    const words = 'do something quite different';
    const result = await answer(
      target,
      row,
      options,
      { ...other, mode: 'other', text: words },
      async (agent) => {
        const has = (text: string | undefined): boolean => text?.includes(words) ?? false;
        const arrived = await agent.model
          .waitFor(({ toolResult, prompts }) => has(toolResult) || prompts.some(has), 0, 20_000)
          .then(
            () => true,
            () => false,
          );
        return arrived && !hasRun(agent);
      },
    );
    if (result.ran) row.approved++;
    done.push(`other ${result.right ? 'right' : 'WRONG'}`);
  }
  row.answers = done.join(', ');
};

interface Asked {
  readonly prompt: string;
  readonly asks: RegExp;
  readonly mode: 'option' | 'other';
  readonly text: string;
}

/** Lets the agent ask, answers through the registry, and judges by the model's log and the project's files. */
async function answer(
  target: Target,
  row: AgentRow,
  { profile }: TrialOptions,
  { prompt, asks, mode, text }: Asked,
  isRight: (agent: OpenAgent) => Promise<boolean>,
): Promise<{ readonly right: boolean; readonly ran: boolean }> {
  await using agent = await openAgent(target.name, { version: target.version, model: QUICK });
  await using store = await openStore({ path: ':memory:' });
  await using agents = new Agents({ store, config: { subprocessTimeoutMs: 60_000 } });
  await agents.start({ hooks: false, watch: true });
  const { id } = await agents.register({ paneId: agent.pane.id, host: agent.server.address, profile });
  await submit(agent, prompt);
  await agent.pane.waitForText(asks, { timeoutMs: 60_000 });
  const answered = await agents.respond(id, text, { mode, timeoutMs: 60_000 }).then(
    () => true,
    (error: unknown) => {
      row.notes.push(`answer ${mode} '${text}': ${String(error)}`);
      return false;
    },
  );
  const right = (await isRight(agent)) && answered;
  return { right, ran: hasRun(agent) };
}

function hasRun({ project }: OpenAgent): boolean {
  return existsSync(join(project, 'answered.txt'));
}

const none = (): undefined => undefined;
