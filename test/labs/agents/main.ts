// npm run lab -- agents [--agent NAME] [--version V] [--messages N] [--prompts N] [--races N] [--generic] [--only TRIAL] [--write]:
// drives real agents on a model server of ours, whose log is the truth. Fails on a false receipt, on a message that is
// doubled, on a command that was approved by accident, and on a wrong answer or state. Install the agents with
// npm run test:agents first.
import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { agentKinds } from '../../agents/agent-kinds.js';
import { allMessages } from '../../agents/messages.js';
import { type AgentRow, cellsOf, isWrong, newRow, toTable } from './agent-row.js';
import { type Cells, putCells, putRows } from './lab-page.js';
import { type Target, targets } from './targets.js';
import type { Trial } from './trial.js';
import { tryAnswers } from './try-answers.js';
import { tryMessages } from './try-messages.js';
import { tryPrompts } from './try-prompts.js';
import { tryStates } from './try-states.js';

const { values } = parseArgs({
  options: {
    agent: { type: 'string' },
    version: { type: 'string' },
    messages: { type: 'string', default: '100' },
    prompts: { type: 'string', default: '20' },
    races: { type: 'string', default: '30' },
    only: { type: 'string' },
    generic: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
  },
});

const TRIALS: Readonly<Record<string, Trial>> = {
  messages: tryMessages,
  prompts: tryPrompts,
  answers: tryAnswers,
  states: tryStates,
};

const { only } = values;
if (values.write && only === 'messages')
  throw new Error('Messages are counted with all trials: leave --only out.');
const rows: AgentRow[] = [];
const chosen = targets(values.agent).filter(({ version }) => [undefined, version].includes(values.version));
for (const target of chosen) {
  const row = await tryAgent(target);
  rows.push(row);
  if (values.write) await write(row);
}
console.log(`\n${toTable(rows.map(cellsOf))}`);
process.exitCode = rows.length === 0 || rows.some(isWrong) ? 1 : 0;

async function tryAgent(target: Target): Promise<AgentRow> {
  const row = newRow(`${target.name} ${target.version}`);
  const options = {
    profile: values.generic ? 'generic' : agentKinds[target.name].profile,
    messages: spread(allMessages(), Number(values.messages)),
    prompts: Number(values.prompts),
    races: Number(values.races),
  };
  const trials = Object.entries(TRIALS).filter(([name]) => !values.only || values.only === name);
  for (const [name, run] of trials) {
    const said = row.notes.length;
    await run(target, row, options).catch((error: unknown) => {
      row.notes.push(`${name} did not end: ${error instanceof Error ? error.stack : String(error)}`);
      row.states = `${row.states}; WRONG (the trial of ${name} did not end)`;
    });
    console.log(`${row.agent}: ${name}, ${new Date().toISOString()}`);
    for (const note of row.notes.slice(said)) console.log(`  ${note}`);
  }
  console.log(toTable([cellsOf(row)]));
  return row;
}

/** So many of them, evenly taken. */
function spread(all: readonly string[], count: number): string[] {
  const step = all.length / Math.min(count, all.length);
  return Array.from({ length: Math.min(count, all.length) }, (_, at) => all[Math.floor(at * step)] ?? '');
}

async function write(row: AgentRow): Promise<void> {
  const file = fileURLToPath(new URL('../../../docs/labs/agents.md', import.meta.url));
  const page = await readFile(file, 'utf8');
  const table = values.generic ? 'generic' : 'own';
  const changed =
    only === undefined
      ? putRows(page, table, [cellsOf(row)])
      : putCells(page, table, row.agent, cellsOfTrial(row, only));
  await writeFile(file, changed);
}

/** What a trial alone puts into the table. A receipt that is false is counted with the messages, in a run of all trials. */
function cellsOfTrial(row: AgentRow, trial: string): Cells {
  if (row.silent + row.unproven > 0)
    throw new Error(`A receipt was false or unproven in ${trial}: run all trials.`);
  if (trial === 'answers') return { answers: row.answers };
  if (trial === 'states') return { states: row.states };
  const [prompts, races, approved] = [row.prompts, row.races, row.approved].map(String);
  return {
    ...(prompts !== undefined && { 'into an open prompt': prompts }),
    ...(races !== undefined && { races }),
    ...(approved !== undefined && { 'approved by accident': approved }),
  };
}
