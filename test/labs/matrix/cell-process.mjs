/**
 * One cell of the matrix lab: checks of the built package in a Node, as a user, with the tools of its PATH. Arguments: the
 * folder of the build, settings as JSON. It prints a line of JSON for each check: its name and, if it failed, why.
 */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const [dist = '', text = '{}'] = process.argv.slice(2);
const { address, engine, shell, recorder, folder, tmuxVersion } = JSON.parse(text);
const load = (name) => import(pathToFileURL(join(dist, name)).href);
const { Runs, screenText, Workers } = await load('index.js');
const { castScreen, recordPane } = await load('api/recordings.js');
const { openShell } = await load('api/shells.js');
const { openStore } = await load('api/store.js');
const { isolatedTmux } = await load('testing/index.js');

const connect = { timeoutMs: 60_000, commandTimeoutMs: 60_000, ...(engine && { docker: { engine } }) };
const server = await isolatedTmux({ address, ...connect });
const { tmux, host } = server;
const made = await host.script(
  'd=$(mktemp -d /tmp/muxwright-matrix-XXXXXX) && mkdir "$d/home" && printf %s "$d"',
);
const there = made.stdout.toString();
// The login files of the user are no part of the check.
await tmux.globalEnvironment.set('HOME', `${there}/home`);
const logFolder = `${there}/runs`;
const store = await openStore({ path: join(folder, 'muxwright.db') });
const config = { logFolder, connect };
const runs = new Runs({ store, host: server.address, config });
const workers = new Workers({ store, host: server.address, config: { ...config, answerMs: 60_000 } });
const LIMIT = { timeoutMs: 60_000 };
const SECRET = 'correct-horse-9';

await check('tmux version', async () => {
  if (tmuxVersion) assert.match(tmux.version.text, new RegExp(tmuxVersion));
});
await check('recorder tool', async () => {
  if (!recorder) return;
  const run = await runs.start(['true'], { interactive: false });
  await run.finished(LIMIT);
  const found = await host.script(
    'perl -e 1 2>/dev/null && echo perl; for t in gawk mawk "busybox awk"; do $t "BEGIN { exit 0 }" </dev/null >/dev/null 2>&1 && echo "$t"; done',
  );
  assert.equal(found.stdout.toString().split('\n')[0], recorder);
});
await check('exit code', async () => {
  const run = await runs.start(['sh', '-c', 'exit 7'], { interactive: false });
  assert.equal((await run.finished(LIMIT)).code, 7);
});
await check('10,000 lines', async () => {
  const script = 'i=0; while [ $i -lt 10000 ]; do i=$((i+1)); echo "line $i"; done';
  const run = await runs.start(['sh', '-c', script], { interactive: false });
  await run.finished(LIMIT);
  const lines = [];
  for (let cursor = 0; ; ) {
    const part = await run.harvest(cursor);
    lines.push(...part.entries.map((entry) => entry.text));
    cursor = part.cursor;
    if (!part.hasMore) break;
  }
  const wrong = lines.findIndex((line, index) => line !== `line ${index + 1}`);
  assert.deepEqual([lines.length, wrong], [10_000, -1]);
});
await check('prompt and secret', async () => {
  const script = 'stty -echo; printf "Password: "; read -r x; stty echo; echo; echo "got $x."';
  const run = await runs.start(['sh', '-c', script], { interactive: false });
  const { prompt } = await run.waitForPrompt(LIMIT);
  assert.match(prompt ?? '', /Password:/);
  await run.send(SECRET, { secret: true });
  assert.equal((await run.finished(LIMIT)).code, 0);
  const { lines } = await run.harvest();
  assert.match(lines.join('\n'), /got \*+\./);
  const logs = await host.script('cat "$1"/*.log', [logFolder]);
  assert.equal(logs.stdout.includes(SECRET), false, 'the secret is in a log');
});
if (shell) {
  await check('shell.exec', async () => {
    const session = await tmux.ensureSession('shells');
    const opened = await openShell(session, { shell, ...LIMIT });
    const { code, output } = await opened.exec('echo out-$(echo 1); sh -c "exit 5"', LIMIT);
    assert.deepEqual([output.trim(), code], ['out-1', 5]);
    await opened.close();
    await session.kill();
  });
}
await check('recording', async () => {
  const session = await tmux.ensureSession('recorded', { size: { width: 80, height: 24 } });
  const pane = await session.newWindow({
    command: [
      'sh',
      '-c',
      'read -r go; i=0; while [ $i -lt 60 ]; do i=$((i+1)); printf "row \\033[3%dm%d\\033[0m\\n" $((i%8)) $i; done; printf end; read -r x',
    ],
  });
  const recording = await recordPane(pane, join(folder, 'pane.cast'));
  await pane.sendText('\n');
  await pane.waitForText(/^end/m, LIMIT);
  await recording.stop();
  const rows = (value) =>
    value
      .split('\n')
      .map((row) => row.trimEnd())
      .join('\n')
      .trimEnd();
  const { screen } = await castScreen(join(folder, 'pane.cast'));
  assert.equal(rows(screenText(screen)), rows(await pane.capture()));
  await session.kill();
});
await check('worker', async () => {
  const echo = 'echo ready; while read -r line; do echo "got $line"; done';
  await workers.spawn('one', ['sh', '-c', echo], { readyWait: { pattern: 'ready' } });
  await workers.send('one', 'hello');
  const { line } = await workers.wait('one', { text: /^got/, ...LIMIT });
  assert.equal(line, 'got hello');
  assert.equal((await workers.kill('one')).wasRunning, true);
  await workers.clean('one');
});
await check('nothing left', async () => {
  await runs.prune({ maxRuns: 0 });
  const files = await host.script('ls -A "$1"', [logFolder]);
  const names = files.stdout
    .toString()
    .split('\n')
    .filter((name) => name !== '');
  assert.deepEqual(names, []);
  assert.deepEqual(await tmux.command('list-buffers'), []);
});
await workers.close();
await runs.close();
await store.close();
await tmux.killServer();
await host.script('rm -rf -- "$1"', [there]);
await server[Symbol.asyncDispose]();
process.exit(0);

async function check(name, work) {
  try {
    await work();
    process.stdout.write(`${JSON.stringify({ name })}\n`);
  } catch (error) {
    process.stdout.write(`${JSON.stringify({ name, why: String(error?.message ?? error) })}\n`);
  }
}
