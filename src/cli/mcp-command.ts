import { chooseTools, serveMcp, toolName } from '../mcp/index.js';
import { packageVersion } from '../model/package-version.js';
import { allOperations } from '../operations/families.js';
import { type Reach, reachGiven, reachOf } from '../operations/index.js';
import { openRuntime } from './open-runtime.js';
import type { Output } from './output.js';
import type { ParsedArguments } from './parse-arguments.js';
import { limitsOf } from './server/limits.js';
import { untilSignal } from './until-signal.js';

/** Serves the Model Context Protocol on stdin and stdout, until the client closes stdin. */
export async function mcpCommand(args: ParsedArguments, output: Output): Promise<number> {
  const words = args
    .values('tools')
    .flatMap((list) => list.split(','))
    .map((word) => word.trim())
    .filter((word) => word !== '');
  const tools = words.length === 0 ? undefined : words;
  if (args.has('list')) return listTools(tools, args.has('json'), output);
  using interrupted = untilSignal();
  await using runtime = openRuntime(output);
  await serveMcp({
    runtime,
    version: packageVersion(),
    tools,
    reach: reachFrom(args),
    input: process.stdin,
    output: process.stdout,
    signal: interrupted.signal,
    complain: (line) => output.printError(`mux mcp: ${line}\n`),
  });
  return 0;
}

/** Where the model may work; everywhere where nobody says. */
function reachFrom(args: ParsedArguments): Reach | undefined {
  const given = limitsOf(args);
  return Object.keys(given).length === 0 ? undefined : reachOf(reachGiven(given), 'mcp');
}

async function listTools(
  tools: readonly string[] | undefined,
  json: boolean,
  output: Output,
): Promise<number> {
  const offered = chooseTools(await allOperations(), tools);
  const rows = offered.map(({ name, effect, summary }) => ({ tool: toolName(name), effect, summary }));
  const width = Math.max(0, ...rows.map(({ tool }) => tool.length));
  const lines = rows.map(
    ({ tool, effect, summary }) => `${tool.padEnd(width)}  ${effect.padEnd(7)}  ${summary}\n`,
  );
  output.print(json ? `${JSON.stringify({ tools: rows }, undefined, 2)}\n` : lines.join(''));
  return 0;
}
