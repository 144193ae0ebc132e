import { execFile } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';

const execute = promisify(execFile);

/** Runs a program for one command and gives what it printed: what most tools around tmux do. */
export async function spawned([program = '', ...args]: readonly string[]): Promise<string> {
  const { stdout } = await execute(program, args, { maxBuffer: 16 * 1024 * 1024 });
  return stdout;
}

export function findProgram(name: string): string | undefined {
  const paths = (process.env.PATH ?? '').split(delimiter).map((folder) => join(folder, name));
  return paths.find((path) => {
    try {
      accessSync(path, constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}
