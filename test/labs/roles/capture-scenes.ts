import { execFile } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { isolatedTmux } from '../../../src/testing/isolated-tmux.js';
import type { Pane } from '../../../src/tmux/pane.js';
import { ansiText } from '../../../src/vt/ansi-text.js';
import { fixtureFolder, type ScreenFacts } from './role-fixtures.js';
import type { Scene } from './scene.js';
import { scenes } from './scenes.js';

const sizes = [
  { width: 80, height: 24 },
  { width: 110, height: 32 },
] as const;

/** Where the programs are: a shell command that runs its arguments, and a folder that both see under one name. */
export interface CaptureOptions {
  readonly only: string;
  /** A program before each command, such as one that enters another root. */
  readonly wrapper: string;
  /** The folder of the demo files, as the programs see it. */
  readonly folder: string;
  /** Where npm packages are installed. */
  readonly npm: string;
}

/** Takes the screens of all programs that are there, and keeps them for the labels. */
export async function captureScenes(options: CaptureOptions): Promise<void> {
  for (const scene of scenes) {
    if (!`${scene.program}/${scene.name}`.includes(options.only)) continue;
    for (const size of sizes) {
      try {
        await captureScene(scene, size, options);
        console.log(`${scene.program}/${scene.name} ${size.width}x${size.height}`);
      } catch (error) {
        console.log(`${scene.program}/${scene.name} ${size.width}x${size.height}: ${String(error)}`);
      }
    }
  }
}

async function captureScene(
  scene: Scene,
  size: (typeof sizes)[number],
  options: CaptureOptions,
): Promise<void> {
  await using server = await isolatedTmux({
    config: 'set -g remain-on-exit on\nset -g default-terminal tmux-256color\nset -sg escape-time 0',
  });
  const { tmux } = server;
  const isNpm = scene.run.includes('LAB_NPM');
  const script = isNpm
    ? scene.run
    : `cd '${options.folder}' && export HOME='${options.folder}/.home' && ${scene.run}`;
  const environment = {
    LANG: 'C.UTF-8',
    LC_ALL: 'C.UTF-8',
    TZ: 'UTC',
    TERM: 'tmux-256color',
    COLORTERM: 'truecolor',
    LAB_NPM: options.npm,
  };
  const assigned = Object.entries(environment).map(([name, value]) => `${name}='${value}'`);
  const command = [
    'exec',
    'env',
    ...assigned,
    ...(isNpm || options.wrapper === '' ? [] : [options.wrapper]),
    'sh',
    '-c',
    quoted(script),
  ].join(' ');
  const session = await tmux.ensureSession(scene.name, { size, command });
  const [info] = await session.panes();
  if (!info) throw new Error('no pane');
  const pane = tmux.pane(info.id);
  for (const [state, ...keys] of scene.states) {
    for (const key of keys) {
      await pane.pressKeys([key]);
      await pane.waitForQuiet(150, { timeoutMs: 20_000 }).catch(() => undefined);
    }
    await pane.waitForScreen((screen) => screen.rows.some((row) => row.trim() !== ''), { timeoutMs: 30_000 });
    await pane.waitForQuiet(900, { timeoutMs: 15_000 }).catch(() => undefined);
    await keep(pane, scene, `${scene.name}-${state}-${size.width}x${size.height}`);
  }
}

async function keep(pane: Pane, scene: Scene, name: string): Promise<void> {
  const screen = await pane.styledScreen();
  if (screen.dead) throw new Error(`it has ended:\n${screen.rows.join('\n').trim()}`);
  const folder = `${fixtureFolder}/${scene.program}`;
  await mkdir(folder, { recursive: true });
  const rows = screen.styledRows.map((row) => ansiText(row).replace(/ +$/, ''));
  await writeFile(`${folder}/${name}.ansi`, `${rows.join('\n').replace(/\n+$/, '')}\n`);
  const { cursor, alternate, width, height } = screen;
  const file = `${folder}/facts.json`;
  const before = await readFile(file, 'utf8').then(JSON.parse, () => ({}));
  const facts: ScreenFacts = { width, height, cursor, alternate };
  const all = Object.entries({ ...before, [name]: facts }).sort(([a], [b]) => (a < b ? -1 : 1));
  const lines = all.map(([key, value]) => `  ${JSON.stringify(key)}: ${JSON.stringify(value)}`);
  await writeFile(file, `{\n${lines.join(',\n')}\n}\n`);
}

/** Makes the demo files, seen from here under another name where programs have another root. */
export async function makeDemoFiles(folder: string): Promise<void> {
  await promisify(execFile)('sh', [fileURLToPath(new URL('demo-files.sh', import.meta.url)), folder]);
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
