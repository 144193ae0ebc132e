// npm run lab -- agents [--agent NAME] [--messages N] [--prompts N] [--races N] [--generic] [--write]: drives real agents
// on a model server of ours, whose log is the truth. Fails on a message that is lost without a word or doubled, and on a
// command that was approved by accident. Install the agents with npm run test:agents first.
import { mkdir, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { agentKinds } from '../../agents/agent-kinds.js';
import { allMessages } from '../../agents/messages.js';
import { type AgentRow, agentTable, isWrong, newRow } from './agent-row.js';
import { type Target, targets } from './targets.js';
import { tryAnswers, tryMessages, tryPrompts, tryStates } from './trials.js';

const { values } = parseArgs({
  options: {
    agent: { type: 'string' },
    messages: { type: 'string', default: '100' },
    prompts: { type: 'string', default: '20' },
    races: { type: 'string', default: '30' },
    generic: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
  },
});

const rows: AgentRow[] = [];
for (const target of targets(values.agent)) rows.push(await tryAgent(target));
const table = agentTable(rows);
console.log(`\n${table}`);
if (values.write) await write(table);
process.exitCode = rows.length === 0 || rows.some(isWrong) ? 1 : 0;

async function tryAgent(target: Target): Promise<AgentRow> {
  const row = newRow(`${target.name} ${target.version}${values.generic ? ', generic profile' : ''}`);
  const options = {
    profile: values.generic ? 'generic' : agentKinds[target.name].profile,
    messages: spread(allMessages(), Number(values.messages)),
    prompts: Number(values.prompts),
    races: Number(values.races),
  };
  const trials = { tryMessages, tryPrompts, tryAnswers, tryStates };
  for (const [name, run] of Object.entries(trials)) {
    await run(target, row, options).catch((error: unknown) => {
      row.notes.push(`${name} did not end: ${error instanceof Error ? error.stack : String(error)}`);
    });
  }
  console.log(agentTable([row]));
  for (const note of row.notes) console.log(`  ${note}`);
  return row;
}

/** So many of them, evenly taken. */
function spread(all: readonly string[], count: number): string[] {
  const step = all.length / Math.min(count, all.length);
  return Array.from({ length: Math.min(count, all.length) }, (_, at) => all[Math.floor(at * step)] ?? '');
}

async function write(text: string): Promise<void> {
  const file = fileURLToPath(new URL('../../../docs/labs/agents.md', import.meta.url));
  await mkdir(fileURLToPath(new URL('../../../docs/labs', import.meta.url)), { recursive: true });
  const kind = values.generic ? 'generic' : 'own';
  await writeFile(file.replace(/\.md$/, kind === 'own' ? '.md' : '-generic.md'), `${text}\n`);
}
