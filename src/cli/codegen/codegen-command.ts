import { access, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { MuxError } from '../../model/index.js';
import {
  type CodegenRunner,
  planTest,
  proveTest,
  type Recording,
  Secrets,
  type SessionPlan,
  writeTest,
} from '../../test/codegen/codegen.js';
import type { Output } from '../output.js';
import type { ParsedArguments } from '../parse-arguments.js';
import { recordPerson } from './record-person.js';

/** `mux codegen`: a person works with a program, and a test comes out. */
export async function codegenCommand(args: ParsedArguments, output: Output): Promise<number> {
  const out = resolve(args.value('out') ?? '');
  const runner = runnerOf(args);
  if (args.value('out') === undefined) {
    throw new MuxError('INVALID_ARGUMENT', 'mux codegen needs --out, the file of the test.', {
      suggestion: 'Give e.g. --out shop.test.ts.',
    });
  }
  await checkFree(out, args.has('force'));
  const plan = planOf(args);
  const recording: Recording = await recordPerson(plan, output);
  const secrets = new Secrets();
  const test = planTest(recording, secrets);
  const proven = await proveTest(plan, test, { onReplay: (what) => output.printError(`mux: replay ${what}\n`) });
  const text = writeTest({ plan, runner, name: args.value('name') ?? plan.command.join(' '), lines: proven.lines });
  await writeFile(out, text);
  output.printError(`mux: Wrote ${args.value('out')}.\n`);
  return 0;
}

function runnerOf(args: ParsedArguments): CodegenRunner {
  const runner = args.value('runner') ?? 'vitest';
  if (runner === 'vitest' || runner === 'node') return runner;
  throw new MuxError('INVALID_ARGUMENT', `'${runner}' is not a test runner.`, { suggestion: 'Use vitest or node.' });
}

function planOf(args: ParsedArguments): SessionPlan {
  const { columns, rows } = process.stdout;
  return { command: args.command, size: [columns ?? 80, rows ?? 24], ...(args.has('scratch') && { cwd: '~' }) };
}

async function checkFree(path: string, isForced: boolean): Promise<void> {
  const isThere = await access(path).then(
    () => true,
    () => false,
  );
  if (isThere && !isForced) {
    throw new MuxError('INVALID_ARGUMENT', `'${path}' is there already.`, {
      suggestion: 'Choose another name, or give --force to write over it.',
    });
  }
}
