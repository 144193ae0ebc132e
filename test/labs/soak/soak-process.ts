/**
 * The library process of the soak lab. Arguments: address of the tmux server, folder for files, loops for each kind of
 * work. It works until its standard input ends, and prints the name of each job that is done, or `!` and an error.
 */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { openStore } from '../../../src/api/store.js';
import { TmuxAutomation, TmuxManager, Workers } from '../../../src/index.js';
import { patience } from '../../patience.js';

const [address = '', folder = '', loops = '1'] = process.argv.slice(2);
const store = await openStore();
const config = { logFolder: join(folder, 'runs'), connect: patience };
const automation = new TmuxAutomation({ store, config });
const workers = new Workers({ store, host: address, config: { ...config, answerMs: 60_000 } });
const manager = new TmuxManager({
  store,
  maxSessionsPerContainer: Number.POSITIVE_INFINITY,
  command: ['true', '{prompt}'],
  config: { shell: 'sh', connect: patience },
});

const jobs = { asked, followed, recorded, worker, chat };
const PRUNE_MS = 5_000;
const KEPT_RUNS = 30;

let isEnding = false;
process.stdin.resume().on('end', () => {
  isEnding = true;
});
const work = Object.entries(jobs).flatMap(([name, job]) =>
  Array.from({ length: Number(loops) }, (_, loop) => repeat(name, (n) => job(`${name}-${loop}-${n}`))),
);
await Promise.all([...work, prune()]);
await workers.close();
await manager.close();
await automation.close();
await store.close();
process.exit(0);

async function repeat(name: string, job: (id: string) => Promise<void>): Promise<void> {
  for (let n = 0; !isEnding; n++) {
    try {
      await job(String(n));
      process.stdout.write(`${name}\n`);
    } catch (error) {
      process.stdout.write(`!${name}: ${String((error as Error).message).replaceAll('\n', ' ')}\n`);
    }
  }
}

/** A run that asks, is answered, and ends with a code. */
async function asked(id: string): Promise<void> {
  const run = await automation.start(
    address,
    ['sh', '-c', 'printf "Name? "; read -r name; echo "got $name"; exit 3'],
    { interactive: false },
  );
  await run.waitForPrompt({ timeoutMs: 60_000 });
  await run.send(id);
  const { code } = await run.finished({ timeoutMs: 60_000 });
  must(code === 3, `the exit code is ${code}`);
  const { lines } = await run.harvest();
  must(
    lines.some((line) => line.endsWith(`got ${id}`)),
    'the answer is not in the log',
  );
  await run.close();
}

/** A run whose events are read to the end. */
async function followed(id: string): Promise<void> {
  const run = await automation.start(address, ['sh', '-c', `seq 1 200; echo ${id}`], { interactive: false });
  let last = '';
  for await (const event of run.events({ signal: AbortSignal.timeout(60_000) })) {
    if (event.type === 'output') last = event.lines.at(-1)?.text ?? last;
    if (event.type === 'exit') break;
  }
  must(last === id, `the last line is ${last}`);
  await run.close();
}

async function recorded(id: string): Promise<void> {
  const path = join(folder, `${id}.cast`);
  const run = await automation.start(address, ['sh', '-c', `seq 1 50; echo ${id}`], {
    interactive: false,
    held: true,
  });
  try {
    await using recording = await run.record(path);
    const { reason } = await recording.ended;
    must(reason === 'exited', `the recording ended: ${reason}`);
  } finally {
    await run.close();
    await rm(path, { force: true });
  }
}

async function worker(id: string): Promise<void> {
  const echo = 'echo ready; while read -r line; do echo "got $line"; done';
  await workers.spawn(id, ['sh', '-c', echo], { readyWait: { pattern: 'ready' } });
  try {
    await workers.send(id, 'hello');
    await workers.wait(id, { text: /^got hello/, timeoutMs: 60_000 });
  } finally {
    await workers.kill(id);
    await workers.clean(id);
  }
}

async function chat(id: string): Promise<void> {
  const name = await manager.getOrCreateSession(address, 'soak', id);
  await manager.sendToSession(address, name, 'hello', { requestId: id, chatId: id, workspace: 'soak' });
  await manager.killSession(address, name);
}

/** Runs that have ended are kept for some time in real use; here their number is held, so that growth is a leak. */
async function prune(): Promise<void> {
  while (!isEnding) {
    await automation.runs.prune({ maxRuns: KEPT_RUNS }, { host: address }).catch((error: unknown) => {
      process.stdout.write(`!prune: ${String((error as Error).message).replaceAll('\n', ' ')}\n`);
    });
    await delay(PRUNE_MS, undefined, { ref: false });
  }
}

function must(isRight: boolean, otherwise: string): void {
  if (!isRight) throw new Error(otherwise);
}
