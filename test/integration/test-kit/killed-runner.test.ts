import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { createInterface } from 'node:readline';
import { expect, it } from 'vitest';
import { compiledProgram } from '../compiled-source.js';

it('leaves no process, socket or folder when the runner is killed', async () => {
  const program = await compiledProgram(new URL('./fixtures/killed-runner.ts', import.meta.url));
  const runner = spawn(process.execPath, [program], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [line] = (await once(createInterface({ input: runner.stdout }), 'line')) as [string];
  const { socket } = JSON.parse(line) as { socket: string };
  // The shell around the program and the two sleeps.
  expect(marked(socket).length).toBeGreaterThanOrEqual(2);
  runner.kill('SIGKILL');
  await expect.poll(() => [marked(socket), leftFiles(socket)]).toEqual([[], []]);
});

function marked(socket: string): string[] {
  return readdirSync('/proc').filter((pid) => {
    if (!/^\d+$/.test(pid)) return false;
    return read(`/proc/${pid}/environ`).includes(socket) || read(`/proc/${pid}/cmdline`).includes(socket);
  });
}

function leftFiles(socket: string): string[] {
  const folders = [tmpdir(), `${process.env.TMUX_TMPDIR || '/tmp'}/tmux-${process.getuid?.()}`];
  return folders.flatMap((folder) => readdirSync(folder).filter((name) => name.includes(socket)));
}

function read(path: string): string {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    return '';
  }
}
