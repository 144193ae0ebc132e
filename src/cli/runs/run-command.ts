import { constants } from 'node:os';
import { type ForegroundSettings, foreground } from '../foreground/foreground.js';
import { ownEnvironment, plainEnvironment, terminalEnvironment } from '../foreground/own-environment.js';
import { openRuntime } from '../open-runtime.js';
import type { Output } from '../output.js';
import type { ParsedArguments } from '../parse-arguments.js';
import { commandOf, isLocal, workingFolder } from './run-arguments.js';

/** `mux run`: the command as if it ran right here, or in the background. */
export async function runCommand(args: ParsedArguments, output: Output): Promise<number> {
  if (args.has('detach')) return (await import('./detached-run.js')).detachedRun(args, output);
  if (args.has('json')) return (await import('./told-run.js')).toldRun(args, output);
  const code = await inForeground(args, output);
  if (code === INTERRUPTED && process.stdin.isTTY) await endBySignal();
  return code;
}

async function inForeground(args: ParsedArguments, output: Output): Promise<number> {
  await using runtime = openRuntime(output);
  return await foreground(runtime, commandOf(args), foregroundSettings(args), output);
}

const INTERRUPTED = 128 + constants.signals.SIGINT;

/** A shell that runs us in a loop or a script stops only where it sees that Ctrl-C has ended us. */
function endBySignal(): Promise<never> {
  process.removeAllListeners('SIGINT');
  process.kill(process.pid, 'SIGINT');
  return new Promise(() => {});
}

function foregroundSettings(args: ParsedArguments): ForegroundSettings {
  const host = args.value('host') ?? 'local';
  const local = isLocal(args);
  const session = args.value('session');
  const cwd = workingFolder(args);
  const timeoutMs = args.duration('timeout');
  const terminal = process.stdout.isTTY ? terminalEnvironment(process.env, local) : plainEnvironment;
  return {
    host,
    env: { ...(local && ownEnvironment(process.env)), ...terminal, ...args.pairs('env') },
    // Here the environment is that of a shell that has read them.
    login: !local,
    promptDetectors: args.patterns('prompt'),
    redactors: args.patterns('redact'),
    ...(session !== undefined && { session }),
    ...(cwd !== undefined && { cwd }),
    ...(timeoutMs !== undefined && { timeoutMs }),
  };
}
