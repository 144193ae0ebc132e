import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const main = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url));

/** `mux serve` in a process of its own, as it is shipped. */
export interface Served extends AsyncDisposable {
  readonly url: string;
  readonly pid: number;
  readonly headers: { readonly authorization: string };
  /** Memory that the process has, in KB. */
  memory(): Promise<number>;
}

export async function served(stateFolder: string): Promise<Served> {
  const env = { ...process.env, MUXWRIGHT_HOME: stateFolder };
  const child = spawn(process.execPath, [main, 'serve', '--port', '0', '--json'], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
  const { url, tokenFile, pid } = JSON.parse(line) as { url: string; tokenFile: string; pid: number };
  const token = (await readFile(tokenFile, 'utf8')).trim();
  return {
    url,
    pid,
    headers: { authorization: `Bearer ${token}` },
    memory: async () => {
      const status = await readFile(`/proc/${pid}/status`, 'utf8');
      return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1]);
    },
    [Symbol.asyncDispose]: async () => {
      child.kill('SIGTERM');
      if (child.exitCode === null) await once(child, 'close');
    },
  };
}
