import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { builtMux } from './built-mux.js';

const root = fileURLToPath(new URL('../../..', import.meta.url));

/** The words that start the command line as it is shipped. */
export const muxArgv: readonly string[] = [process.execPath, (await builtMux()).main];

export interface MuxResult {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs `mux` to its end, as a process of its own and without a terminal. */
export function mux(args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<MuxResult> {
  return collect([...muxArgv, ...args], env);
}

/** Runs a line of a shell in which `"$@"` is `mux`. */
export function muxInShell(script: string, env: Readonly<Record<string, string>> = {}): Promise<MuxResult> {
  return collect(['bash', '-c', script, 'bash', ...muxArgv], env);
}

function collect(argv: readonly string[], env: Readonly<Record<string, string>>): Promise<MuxResult> {
  const [program = '', ...args] = argv;
  const child = spawn(program, args, {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let [stdout, stderr] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, stdout, stderr }));
  });
}
