import { rmSync } from 'node:fs';
import { chmod, mkdtemp, readdir, readFile, readlink, realpath } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

/** What ends by itself when its owner is gone, such as a watchdog, may take so long on a busy machine. */
const PATIENCE_MS = 20_000;

/**
 * A folder for temporary files that only one run of the tests uses, and the variables that make programs use it. Every
 * process of that run names the folder: in its environment, its arguments or its working folder. So what a run leaves
 * behind can be told from what other runs on the same machine are doing.
 */
export async function openTestRun() {
  // Short: the paths of sockets are made of it, and they may have about a hundred characters.
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'mw-')));
  // Like /tmp: some tests work as another user.
  await chmod(folder, 0o1777);
  const close = () => rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  // Also where the run is interrupted: what is still in use then, such as a mount, stays.
  process.once('exit', () => {
    try {
      close();
    } catch (error) {
      console.error(`The temporary folder of this run was not removed: ${error.message}`);
    }
  });
  return {
    folder,
    env: { TMPDIR: folder, TMUX_TMPDIR: folder },
    leftovers: (patienceMs = PATIENCE_MS) => leftoversOf(folder, patienceMs),
    close,
  };
}

/**
 * What is left of a run of the tests that is over: processes, which are ended, and files, one line for each. A process
 * has some time to end by itself.
 */
async function leftoversOf(folder, patienceMs) {
  const endsAt = performance.now() + patienceMs;
  let left = await processesOf(folder);
  let files = await filesIn(folder);
  while (left.length + files.length > 0 && performance.now() < endsAt) {
    await pause(100);
    left = await processesOf(folder);
    files = await filesIn(folder);
  }
  for (const { pid } of left) end(pid);
  return [...left.map(({ line }) => line), ...files.map((name) => `the file ${name}`)];
}

/** The processes that name the folder, without this one. There are none where there is no `/proc`. */
async function processesOf(folder) {
  const pids = (await readdir('/proc').catch(() => [])).filter((name) => /^\d+$/.test(name)).map(Number);
  const found = await Promise.all(pids.filter((pid) => pid !== process.pid).map((pid) => look(pid, folder)));
  return found.filter((one) => one !== undefined);
}

async function look(pid, folder) {
  const read = (name) => readFile(`/proc/${pid}/${name}`, 'utf8').catch(() => '');
  const [environment, argv, cwd] = await Promise.all([
    read('environ'),
    read('cmdline'),
    readlink(`/proc/${pid}/cwd`).catch(() => ''),
  ]);
  // The memory of a zombie is gone, and it waits only for its parent.
  if (![environment, argv, cwd].some((text) => text.includes(folder))) return undefined;
  const test = /(?:^|\0)STARTED_BY_TEST=([^\0]*)/.exec(environment)?.[1];
  const command = argv.split('\0').join(' ').replace(/\s+/g, ' ').trim().slice(0, 200);
  return { pid, line: `process ${pid}: ${command}${test ? `, started by ${test}` : ''}` };
}

/** What is in the folder, beside what programs keep there for all their processes. */
async function filesIn(folder) {
  const names = (await readdir(folder)).filter((name) => !OF_PROGRAMS.test(name));
  const shared = names.filter((name) => SHARED.test(name));
  const inside = await Promise.all(
    shared.map(async (name) => {
      const found = await readdir(join(folder, name)).catch(() => []);
      return found.filter((one) => !LOCK.test(one)).map((one) => join(name, one));
    }),
  );
  const own = names.filter((name) => !SHARED.test(name)).map((name) => withContents(folder, name));
  return [...(await Promise.all(own)), ...inside.flat()];
}

/** What is in a folder often tells which test has made it. */
async function withContents(folder, name) {
  const inside = await readdir(join(folder, name)).catch(() => []);
  return inside.length > 0 ? `${name} (${inside.slice(0, 5).join(', ')})` : name;
}

/** Caches of tsx, and what fish has for all its shells. */
const OF_PROGRAMS = /^tsx-\d+$|^fish\./;
/** The sockets of tmux and of muxwright: the folders stay, and nothing in them. */
const SHARED = /^(?:tmux|muxwright)-\d+$/;
/** One of a process that was killed is taken over by the next that wants it. */
const LOCK = /^mutex-[0-9a-f]{16}$/;

function end(pid) {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended by itself.
  }
}
