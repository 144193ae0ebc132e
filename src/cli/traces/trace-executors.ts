import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { MuxError } from '../../model/index.js';
import { openLink } from '../../operations/index.js';
import {
  type FoundTrace,
  findTrace,
  traceCast,
  traceFiles,
  traceHead,
  traceMarkdown,
} from '../../trace/index.js';
import type { Execute } from '../command.js';
import type { ParsedArguments } from '../parse-arguments.js';

export const show: Execute = async (args, output) => {
  const { trace, page } = found(args);
  if (args.has('json')) output.print(`${JSON.stringify(trace, undefined, 2)}\n`);
  else if (args.has('md')) output.print(traceMarkdown(trace));
  else {
    const { bold } = output.style;
    output.print(traceHead(trace));
    output.print(
      page ? `\n${bold('Open')}  ${pathToFileURL(page).href}\n` : '\nNo trace.html exists beside it.\n',
    );
  }
  if (!args.has('open')) return 0;
  if (page === undefined) {
    throw new MuxError('FILE_NOT_FOUND', 'This trace has no page that could be opened.', {
      suggestion: 'Give the path of a trace.html, or build muxwright before the tests are run.',
    });
  }
  await openLink(pathToFileURL(page).href);
  return 0;
};

export const extract: Execute = async (args, output) => {
  const { trace } = found(args);
  const folder = resolve(args.value('out') ?? '.');
  const files = [
    [traceFiles.json, `${JSON.stringify(trace, undefined, 2)}\n`],
    [traceFiles.markdown, traceMarkdown(trace)],
    ...trace.terminals.map((_, index) => [traceFiles.cast(index), traceCast(trace, index)] as const),
  ] as const;
  const paths = files.map(([name]) => join(folder, name));
  const there = paths.find((path) => existsSync(path));
  if (there) {
    throw new MuxError('FILE_EXISTS', `'${there}' is there already, and is not written over.`, {
      suggestion: 'Give another folder with --out.',
    });
  }
  mkdirSync(folder, { recursive: true });
  for (const [name, text] of files) writeFileSync(join(folder, name), text, { mode: 0o600 });
  output.print(
    args.has('json') ? `${JSON.stringify({ files: paths })}\n` : paths.map((path) => `${path}\n`).join(''),
  );
  return 0;
};

function found(args: ParsedArguments): FoundTrace {
  return findTrace(
    args.operand('TRACE'),
    resolve(args.value('reports') ?? (process.env.MUX_TEST_REPORT || 'muxwright-report')),
  );
}
