import { access, writeFile } from 'node:fs/promises';
import { MuxError } from '../../model/index.js';
import {
  type CodegenRunner,
  driveSession,
  planTest,
  proveTest,
  type Recording,
  readDriven,
  Secrets,
  type SessionPlan,
  writeTest,
} from '../../test/codegen/codegen.js';
import type { Output } from '../output.js';
import type { ParsedArguments } from '../parse-arguments.js';
import { recordPerson } from './record-person.js';

/** `mux codegen`: a person works with a program, and a test comes out. */
export async function codegenCommand(args: ParsedArguments, output: Output): Promise<number> {
  const file = args.value('out');
  if (file === undefined) {
    throw new MuxError('INVALID_ARGUMENT', 'mux codegen needs --out, the file of the test.', {
      suggestion: 'Give e.g. --out shop.test.ts.',
    });
  }
  const runner = runnerOf(args);
  await checkFree(file, args.has('force'));
  const { plan, recording } = await record(args, output);
  const secrets = new Secrets();
  const { lines, replays, broken, unproven } = await proveTest(plan, planTest(recording, secrets), {
    onReplay: (what) => output.printError(`mux: Replay ${what}\n`),
    onFailure: (line, why) => output.printError(`mux:   not used: ${line} (${why})\n`),
  });
  const name = args.value('name') ?? plan.command.join(' ');
  await writeFile(file, writeTest({ plan, runner, name, lines }));
  const names = secrets.all.map((secret) => secret.name);
  if (args.has('json')) {
    output.print(`${JSON.stringify({ file, replays, broken, unproven, secrets: names }, undefined, 2)}\n`);
  } else {
    output.print(`Wrote ${file} after ${replays} replays.\n`);
    if (unproven > 0)
      output.print(`Nothing shows of ${unproven} of its actions that they were done: see its comments.\n`);
    if (broken > 0) output.print(`${broken} of its lines fail when they are replayed, and are comments.\n`);
    for (const secret of names)
      output.print(`Set ${secret} where the test runs: it was typed as a secret.\n`);
  }
  return broken > 0 ? 1 : 0;
}

function runnerOf(args: ParsedArguments): CodegenRunner {
  const runner = args.value('runner') ?? 'vitest';
  if (runner === 'vitest' || runner === 'node') return runner;
  throw new MuxError('INVALID_ARGUMENT', `'${runner}' is not a test runner.`, {
    suggestion: 'Use vitest or node.',
  });
}

interface Recorded {
  readonly plan: SessionPlan;
  readonly recording: Recording;
}

async function record(args: ParsedArguments, output: Output): Promise<Recorded> {
  const on = args.value('host');
  const cwd = args.has('scratch') ? '~' : args.value('cwd');
  const given = { ...(cwd !== undefined && { cwd }), ...(on !== undefined && { on }) };
  const from = args.value('from');
  if (from === undefined) {
    const { columns, rows } = process.stdout;
    const size = [columns ?? 80, rows ?? 24] as const;
    const plan = { ...given, command: commandOf(args, undefined), size, env: args.pairs('env') };
    return { plan, recording: await recordPerson(plan, output) };
  }
  const driven = await readDriven(from);
  const { size = [80, 24], steps } = driven;
  const env = { ...driven.env, ...args.pairs('env') };
  const plan = { ...given, command: commandOf(args, driven.command), size, env };
  return { plan, recording: await driveSession(plan, steps) };
}

function commandOf({ command }: ParsedArguments, known: readonly string[] | undefined): readonly string[] {
  if (command.length > 0) return command;
  if (known) return known;
  throw new MuxError('INVALID_ARGUMENT', 'mux codegen needs a program to run, behind --.', {
    suggestion: 'Give e.g. -- npm init.',
  });
}

async function checkFree(path: string, isForced: boolean): Promise<void> {
  const isThere = await access(path).then(
    () => true,
    () => false,
  );
  if (isThere && !isForced) {
    throw new MuxError('INVALID_ARGUMENT', `The file '${path}' already exists.`, {
      suggestion: 'Choose another name, or give --force to write over it.',
    });
  }
}
