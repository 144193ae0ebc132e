import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { muxArgv } from '../integration/cli/mux.js';

export interface StartServeOptions {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly args?: readonly string[];
}

export interface RunningServe extends AsyncDisposable {
  readonly url: string;
  readonly tokenFile: string;
  /** Ends it, and gives what it printed on stderr. */
  stop(): Promise<string>;
}

/** `mux serve` as a process, in a folder of the caller's choice. */
export async function startServe({ cwd, env, args = [] }: StartServeOptions): Promise<RunningServe> {
  const [command = '', ...words] = [...muxArgv, 'serve', '--port', '0', '--json', ...args];
  const child: ChildProcess = spawn(command, words, {
    cwd,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let stderr = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  const ended = once(child, 'close');
  const lines = createInterface({ input: child.stdout as NodeJS.ReadableStream });
  const [line] = (await Promise.race([
    once(lines, 'line'),
    ended.then(() => Promise.reject(new Error(`mux serve has ended: ${stderr}`))),
  ])) as [string];
  const stop = async (): Promise<string> => {
    child.kill('SIGTERM');
    await ended;
    return stderr;
  };
  return {
    ...(JSON.parse(line) as { url: string; tokenFile: string }),
    stop,
    [Symbol.asyncDispose]: async () => void (await stop()),
  };
}
