import { readdir, readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { openShell } from '../../../src/shells/open-shell.js';
import { isolatedTmux } from '../../../src/testing/isolated-tmux.js';
import { shellHome } from './shell-home.js';

const POSIX_LOOP = 'while :; do echo "round"; sleep 0.1; done';
const kinds = [
  { kind: 'bash', loop: POSIX_LOOP },
  { kind: 'zsh', loop: POSIX_LOOP },
  { kind: 'fish', loop: 'while true; echo "round"; sleep 0.1; end' },
  { kind: 'dash', loop: POSIX_LOOP },
  { kind: 'busybox', loop: POSIX_LOOP },
] as const;

it.each(kinds)(
  'a $kind that lost its terminal ends: at its prompt, behind a program, in a loop',
  async ({ kind, loop }) => {
    await using home = await shellHome('.none');
    await using server = await isolatedTmux();
    const session = await server.tmux.ensureSession('work');
    const open = async (command?: string): Promise<number> => {
      const { pane } = await openShell(session, { shell: kind, env: home.env });
      if (command !== undefined) {
        await pane.sendText(`${command}\n`);
        await pane.waitForText(/^round$/m);
      }
      return (await pane.info()).pid;
    };
    const pids = await Promise.all([open(), open('echo round; sleep 600; sleep 600'), open(loop)]);
    const left = (): Promise<string[][]> => Promise.all(pids.map(processesOf));
    for (const processes of await left()) expect(processes).not.toEqual([]);
    await server.tmux.killServer();
    await expect.poll(left).toEqual([[], [], []]);
  },
);

it('a shell ends where only its pane is killed, with the jobs that it has in the background', async () => {
  await using home = await shellHome('.none');
  await using server = await isolatedTmux();
  const session = await server.tmux.ensureSession('work');
  const shell = await openShell(session, { shell: 'bash', env: home.env });
  const { pid } = await shell.pane.info();
  await shell.exec('sleep 600 &');
  await shell.pane.sendText(`${POSIX_LOOP}\n`);
  await shell.pane.waitForText(/^round$/m);
  await expect.poll(() => processesOf(pid)).toContainEqual(expect.stringMatching(/^sleep 600/));
  await shell.pane.kill();
  await expect.poll(() => processesOf(pid)).toEqual([]);
  expect(await session.windows()).toHaveLength(1);
});

it('a shell that ends by itself leaves nobody behind who watched it', async () => {
  await using home = await shellHome('.none');
  await using server = await isolatedTmux();
  const shell = await openShell(await server.tmux.ensureSession('work'), { shell: 'bash', env: home.env });
  const { pid } = await shell.pane.info();
  expect(await shell.exec('exit 3')).toMatchObject({ code: 3, exited: true });
  await expect.poll(() => processesOf(pid)).toEqual([]);
});

/** The command lines of all processes of a terminal: those whose session was begun by a process. */
async function processesOf(leader: number): Promise<string[]> {
  const numbers = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const lines = await Promise.all(
    numbers.map(async (number) => {
      const stat = await readFile(`/proc/${number}/stat`, 'utf8').catch(() => '');
      const [state, , , session] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      if (Number(session) !== leader || state === 'Z') return undefined;
      return (await readFile(`/proc/${number}/cmdline`, 'utf8').catch(() => '')).replaceAll('\0', ' ');
    }),
  );
  return lines.filter((line) => line !== undefined);
}
