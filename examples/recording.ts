// Recording: a deployment is recorded from its first byte to its exit, as a file that asciinema, `mux play` and the
// dashboard play: with a marker where it asks, one of our own, and without its key, which comes in two pieces.
import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect, Runs, screenText } from 'muxwright';
import { castScreen, openCast } from 'muxwright/recordings';

/** Stands for a deployment, for example `./deploy.sh`. */
const deploy = `
  printf 'Deploy to production? [y/N] '; read -r yes; [ "$yes" = y ] || exit 1
  printf 'Signing with deploy-'; sleep 0.1; echo 'key-4711'
  echo 'Deployed.'`;

const folder = await mkdtemp(join(tmpdir(), 'recording-'));
const path = join(folder, 'deploy.cast');

await using tmux = await connect('local?socket=demo');
await using runs = new Runs({ host: tmux, store: false });
const run = await runs.start(deploy, {
  session: 'deploys',
  interactive: false,
  redactors: [/deploy-key-\d+/],
  held: true, // until somebody records it
});
await using recording = await run.record(path, { title: 'A deployment' });

await run.waitForPrompt({ timeoutMs: 30_000 });
await recording.mark('approved by Ada');
await run.send('y');
const { reason, exitCode, durationMs } = await recording.ended;
console.log(`${reason} with ${exitCode} after ${Math.round(durationMs)} ms`);
assert.equal(exitCode, 0);

const { header, events } = await openCast(path);
const markers: string[] = [];
for await (const event of events) if (event.type === 'marker') markers.push(event.label);
assert.equal(header.title, 'A deployment');
assert.deepEqual(markers, ['Deploy to production? [y/N]', 'approved by Ada', 'exit 0']);

const { screen } = await castScreen(path);
console.log(screenText(screen));
assert.match(screenText(screen), /Signing with \*{4}\nDeployed\./);
assert(!(await readFile(path, 'utf8')).includes('4711'));

await rm(folder, { recursive: true });
await (await tmux.findSession('deploys'))?.kill();
