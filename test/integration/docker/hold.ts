import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { compiledProgram } from '../compiled-source.js';

/** A fixture program that runs as a process of its own, to be killed. */
export interface Held {
  /** The first thing that it said. */
  readonly said: string;
  /** Ends it as suddenly as a process can end. */
  kill(): Promise<void>;
}

export async function hold(fixture: string, ...args: string[]): Promise<Held> {
  const path = await compiledProgram(new URL(`./fixtures/${fixture}.ts`, import.meta.url));
  const child = spawn(process.execPath, [path, ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  const [said] = await Promise.race([
    once(child.stdout, 'data'),
    ended.then(() => Promise.reject(new Error(`${fixture} ended before it said anything.`))),
  ]);
  child.stdout.resume();
  return {
    said: String(said).trim(),
    async kill() {
      child.kill('SIGKILL');
      await ended;
    },
  };
}
