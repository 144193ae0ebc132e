import { packageVersion } from '../model/package-version.js';
import { doctor, type SessionsUpdate, watchSessions } from '../operations/index.js';
import { formatShortReport } from './format-report.js';
import { LiveView } from './live-view.js';
import type { Output } from './output.js';
import { ownCommand } from './own-command.js';
import { formatTree } from './panes/format-tree.js';
import type { ParsedArguments } from './parse-arguments.js';
import type { Style } from './style.js';
import { thingsToTry } from './things-to-try.js';
import { untilSignal } from './until-signal.js';

/** What works here, what to try, and the sessions as they come and go. */
export async function overviewCommand(args: ParsedArguments, output: Output): Promise<number> {
  const host = args.value('host') ?? 'local';
  const json = args.has('json');
  using stop = untilSignal();
  const updates = watchSessions({ host, signal: stop.signal });
  return json ? await printUpdates(updates, output) : await showUpdates(host, updates, output);
}

async function printUpdates(updates: AsyncIterable<SessionsUpdate>, output: Output): Promise<number> {
  for await (const update of updates) output.print(`${JSON.stringify(update)}\n`);
  return 0;
}

async function showUpdates(
  host: string,
  updates: AsyncIterable<SessionsUpdate>,
  output: Output,
): Promise<number> {
  const { style, width } = output;
  const report = await doctor({ hosts: host === 'local' ? [] : [host] });
  output.print(
    `${style.bold(`muxwright ${packageVersion()}`)}\n\n${formatShortReport(report, style, width)}\n`,
  );
  using view = new LiveView(output);
  let first = true;
  for await (const update of updates) {
    if (first) output.print(`${thingsToTry(host, update.tree, report, ownCommand()).join('\n')}\n\n`);
    first = false;
    view.show(updateLines(host, update, style));
  }
  return 0;
}

function updateLines(host: string, { tree, problem }: SessionsUpdate, style: Style): string[] {
  const title = style.bold(`Sessions on ${host}`);
  const lines = problem
    ? [`${style.red(problem.message)} ${problem.suggestion ?? ''}`]
    : formatTree(tree, style);
  return [`${title} ${style.dim('(Ctrl-C to quit)')}`, '', ...lines];
}
