// node --import tsx scripts/pictures/moving.ts [--out FILE.gif]: a recording of a program that drives others, as an
// animation. It is made by the recorder, and drawn by recording.image. Needs ffmpeg, and what main.ts needs.
import { execFile } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs, promisify } from 'node:util';
import { connect } from '../../src/index.js';
import { type Demo, openDemo, PROJECT } from './open-demo.js';
import { enterOwnWorld, WORLD } from './own-world.js';

const code = await enterOwnWorld();
if (code !== undefined) process.exit(code);

const { values } = parseArgs({ options: { out: { type: 'string', default: 'docs/images/drive.gif' } } });
const size = { width: 116, height: 27 };
/** Longer pauses are cut to this, in seconds, and the last picture stays for a while. */
const pause = 1.1;
const last = 3;

const demo = await openDemo();
const id = await record(demo);
await animate(demo, id, resolve(values.out));
process.exit(0);

/** Code to the left, what it drives to the right; seen by a client of its own, whose terminal is recorded. */
async function record({ call }: Demo): Promise<string> {
  await installPackage();
  const tmux = await connect('local');
  const view = ['vim', '-R', 'drive.ts'];
  const session = await tmux.ensureSession('demo', { cwd: PROJECT, size, command: view });
  const [code] = await session.panes();
  const split = async (...words: [string, ...string[]]): Promise<string> =>
    (await tmux.command('split-window', '-d', '-P', '-F', '#{pane_id}', '-c', PROJECT, ...words))[0] ?? '';
  const driven = tmux.pane(await split('-h', '-l', '54', '-t', code?.id ?? ''));
  const shell = tmux.pane(await split('-v', '-l', '5', '-t', code?.id ?? ''));
  for (const [name, value] of [
    ['status', 'off'],
    ['pane-border-style', 'fg=colour238'],
    ['pane-active-border-style', 'fg=colour238'],
  ])
    await tmux.command('set-option', '-g', name ?? '', value ?? '');
  await tmux.command('select-pane', '-t', shell.id);
  await Promise.all([driven.waitForText('❯'), shell.waitForText('❯')]);

  const outer = await connect('local?socket=outer');
  const watching = ['env', '-u', 'TMUX', 'tmux', 'attach', '-t', 'demo'];
  const [screen] = await (await outer.ensureSession('screen', { size, command: watching })).panes();
  await outer.command('set-option', '-g', 'status', 'off');
  const target = screen?.id ?? '';
  await outer.pane(target).waitForText('waitForCursorLine');
  const { id } = await call('recording.start', { target, host: 'local?socket=outer', title: 'drive' });
  await shell.sendText(`node drive.ts ${driven.id}`);
  await outer.pane(target).waitForText(`drive.ts ${driven.id}`);
  await shell.sendKeys('Enter');
  await shell.waitForText('A full-screen editor', { timeoutMs: 120_000 });
  await outer.pane(target).waitForText('A full-screen editor');
  await call('recording.stop', { id });
  return id;
}

/** What the code imports is this checkout. */
async function installPackage(): Promise<void> {
  const folder = join(PROJECT, 'node_modules/muxwright');
  await mkdir(folder, { recursive: true });
  const index = fileURLToPath(new URL('../../src/index.ts', import.meta.url));
  await writeFile(join(folder, 'package.json'), JSON.stringify({ type: 'module', exports: './index.ts' }));
  await writeFile(join(folder, 'index.ts'), `export * from '${index}';\n`);
  process.env.NODE_OPTIONS = `--import=${import.meta.resolve('tsx')}`;
}

/** A picture for each change, shown for as long as it lasted; where a step is done, long enough to read it. */
async function animate({ call }: Demo, id: string, out: string): Promise<void> {
  const { path } = await call('recording.get', { id });
  const events = (await readFile(path, 'utf8')).split('\n').slice(1).filter(Boolean);
  const times = events.map((event) => Number(JSON.parse(event)[0]));
  const moments = times.filter((time, index) => (times[index + 1] ?? Number.POSITIVE_INFINITY) - time > 0.04);
  const list: string[] = [];
  let steps = 0;
  for (const [index, at] of moments.entries()) {
    const { image, text } = await call('recording.image', { id, at, format: 'png' });
    const file = `${WORLD}/tmp/frame-${index}.png`;
    await writeFile(file, Buffer.from(image.data, 'base64'));
    const done = text.split('✓').length;
    const least = index === 0 || (done > steps && /production\?/.test(text)) ? pause : 0.1;
    steps = done;
    const until = moments[index + 1];
    const shown = until === undefined ? last : Math.min(pause, Math.max(least, until - at));
    list.push(`file '${file}'`, `duration ${shown.toFixed(2)}`);
  }
  list.push(list.at(-2) ?? '');
  await writeFile(`${WORLD}/tmp/frames.txt`, list.join('\n'));
  const filter = [
    'scale=1000:-1:flags=lanczos,split[a][b]',
    '[a]palettegen=max_colors=48:reserve_transparent=0:stats_mode=full[p]',
    '[b][p]paletteuse=dither=none:diff_mode=rectangle',
  ].join(';');
  await promisify(execFile)('ffmpeg', [
    ...['-y', '-f', 'concat', '-safe', '0', '-i', `${WORLD}/tmp/frames.txt`],
    ...['-vf', filter, '-fps_mode', 'vfr', '-loop', '0', out],
  ]);
  console.log(`${out}: ${moments.length} pictures`);
}
