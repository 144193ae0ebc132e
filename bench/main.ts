// npm run bench -- [--json FILE] [--only NAME,…] [--quick]
import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import type { Benchmark, Result } from './benchmark.js';
import { agentHealth } from './benchmarks/agent-health.js';
import { agents } from './benchmarks/agents.js';
import { capture } from './benchmarks/capture.js';
import { cli } from './benchmarks/cli.js';
import { command } from './benchmarks/command.js';
import { mcp } from './benchmarks/mcp.js';
import { pipelined } from './benchmarks/pipelined.js';
import { recorder } from './benchmarks/recorder.js';
import { runs } from './benchmarks/runs.js';
import { scale } from './benchmarks/scale.js';
import { sendText } from './benchmarks/send-text.js';
import { serverLoad } from './benchmarks/server-load.js';
import { sessions } from './benchmarks/sessions.js';
import { shellExec } from './benchmarks/shell-exec.js';
import { start } from './benchmarks/start.js';
import { terminals } from './benchmarks/terminals.js';
import { throughput } from './benchmarks/throughput.js';
import { wakeUp } from './benchmarks/wake-up.js';
import { watchedRuns } from './benchmarks/watched-runs.js';
import { workspace } from './benchmarks/workspace.js';
import { Ground } from './ground.js';
import { formatResult, HEADER } from './table.js';

const benchmarks = [
  command,
  pipelined,
  capture,
  throughput,
  recorder,
  wakeUp,
  start,
  sendText,
  runs,
  watchedRuns,
  shellExec,
  agentHealth,
  agents,
  workspace,
  sessions,
  cli,
  mcp,
  serverLoad,
  scale,
  terminals,
];

process.exitCode = await main();

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      json: { type: 'string' },
      only: { type: 'string' },
      quick: { type: 'boolean', default: false },
    },
  });
  const only = values.only?.split(',');
  const chosen = benchmarks.filter(({ name }) => only === undefined || only.includes(name));
  if (only && chosen.length < only.length) {
    console.error(`--only takes names of: ${benchmarks.map(({ name }) => name).join(', ')}.`);
    return 2;
  }
  const interrupted = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => interrupted.abort());
  console.log(HEADER);
  try {
    const results = await measure(chosen, values.quick, interrupted.signal);
    if (values.json !== undefined) await writeFile(values.json, `${JSON.stringify(results, null, 2)}\n`);
    return 0;
  } catch (error) {
    if (!interrupted.signal.aborted) throw error;
    console.error('Interrupted.');
    return 130;
  }
}

async function measure(chosen: readonly Benchmark[], quick: boolean, signal: AbortSignal): Promise<Result[]> {
  const note = (text: string): void => console.log(`\nnote: ${text}`);
  await using ground = new Ground({ quick, signal, note });
  const results: Result[] = [];
  for (const benchmark of chosen) {
    for await (const result of benchmark.run(ground)) {
      results.push(result);
      console.log(`\n${formatResult(result)}`);
    }
  }
  return results;
}
