import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { scratchContainer } from '../../../src/testing/scratch-container.js';
import { dockerContext } from '../docker-context.js';
import { muxHere } from '../operations/mux-here.js';
import { openOperations } from '../operations/open-operations.js';
import { builtMux } from './built-mux.js';

/** A machine on which everything is that the examples of the help speak of. */
export interface ExamplePlace extends AsyncDisposable {
  /** Folder of the caller, a git repository. */
  readonly work: string;
  /** An example with the names that things have here. */
  localized(example: string): string;
  /** Carries out a line of a shell to its end. */
  shell(line: string): Promise<{ readonly code: number; readonly stdout: string; readonly stderr: string }>;
}

/** What the examples start, with something to do: each is only a name in them. */
const programs: Readonly<Record<string, string>> = {
  'bin/npm': '[ "$1" = run ] || { echo "1 test passed"; exit 0; }; echo "listening on 3000"; exec cat',
  'bin/make': 'echo "made $*"',
  'bin/claude': '[ "$1" = -p ] && { echo "An answer to $2"; exit 0; }; echo "What now?"; exec cat',
  'work/database': 'echo "ready to accept connections"; exec cat',
  'work/install.sh': 'printf "Go on? "; read -r answer; echo "You said $answer."',
};

export async function examplePlace(): Promise<ExamplePlace> {
  const { engine, images } = dockerContext();
  const place = await openOperations({ started: false });
  const container = await scratchContainer({ engine, image: images.busybox });
  const work = join(place.folder, 'work');
  const before = { cwd: process.cwd(), PATH: process.env.PATH };
  process.env.DOCKER_HOST = engine;
  process.env.PATH = `${join(place.folder, 'bin')}:${(await builtMux()).bin}:${before.PATH}`;
  for (const folder of ['bin', 'work']) await mkdir(join(place.folder, folder));
  for (const [path, script] of Object.entries(programs)) {
    await writeFile(join(place.folder, path), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  }
  // Workers have the environment of a login, and not that of the caller.
  await writeFile(join(place.folder, 'home', '.profile'), `PATH='${process.env.PATH}'\n`);
  process.chdir(work);
  const shell = shellIn(work);
  await must(shell('git init -q . && git -c user.name=a -c user.email=a@b commit -q --allow-empty -m one'));
  await must(
    shell('tmux new-session -d -s work cat \\; new-window cat \\; new-window cat \\; new-window cat'),
  );
  const [, , third = '', seventh = ''] = (await must(shell(`tmux list-panes -s -t work -F '#{pane_id}'`)))
    .trim()
    .split('\n');
  for (const name of ['build', 'sum', 'deploy']) {
    const command = name === 'build' ? 'true' : 'cat';
    await must(muxHere('spawn', name, '--tag', 'red', '--', command));
  }
  const live = (await must(muxHere('run', '-d', '--', 'cat'))).trim();
  const ended = (await must(muxHere('run', '-d', '--', 'echo', 'done'))).trim();
  await must(muxHere('wait', ended));
  await must(muxHere('tmux', 'init'));
  return {
    work,
    shell,
    localized: (example) =>
      example
        // What is followed to its end has one.
        .replace('mhz3k9x0abc123', example.includes('output') ? ended : live)
        .replaceAll('docker://sandbox', container.address)
        // No name of another machine is looked up.
        .replace('ssh://me@build-box', 'ssh://me@127.0.0.1:1')
        .replace('%3', third)
        .replace('%7', seventh)
        .replace('--timeout 30s', '--timeout 500ms'),
    [Symbol.asyncDispose]: async () => {
      process.chdir(before.cwd);
      await shell('tmux kill-server');
      process.env.PATH = before.PATH;
      await place[Symbol.asyncDispose]();
      await container.remove();
    },
  };
}

async function must(
  result: Promise<{ readonly code: number; readonly stdout: string; readonly stderr: string }>,
): Promise<string> {
  const { code, stdout, stderr } = await result;
  if (code !== 0) throw new Error(`Exit code ${code}: ${stderr}`);
  return stdout;
}

function shellIn(cwd: string): ExamplePlace['shell'] {
  return async (line) => {
    try {
      return { code: 0, ...(await promisify(execFile)('bash', ['-c', line], { cwd })) };
    } catch (error) {
      const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string };
      return { code, stdout, stderr };
    }
  };
}
