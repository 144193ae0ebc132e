import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { RecorderProcess, type RecorderProcessOptions } from '../integration/recorder/recorder-process.js';

/** How long the processors worked for a recorder that gets one line, in milliseconds, and what it wrote. */
export async function recorderWork(
  options: Omit<RecorderProcessOptions, 'shell'>,
  line: string,
): Promise<{ readonly ms: number; readonly written: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'muxwright-work-'));
  await using _folder = { [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }) };
  // What the shell and all that it started have used.
  const measured = `dash "$@"; times >'${folder}/work'`;
  const shell = ['bash', '-c', measured, 'bash'];
  await using recorder = await RecorderProcess.start({ ...options, shell });
  await recorder.end(`${line}\n`);
  const [, children = ''] = (await readFile(join(folder, 'work'), 'utf8')).split('\n');
  const ms = children.split(' ').reduce((sum, time) => sum + milliseconds(time), 0);
  return { ms, written: (await recorder.bytes()).toString('latin1') };
}

function milliseconds(time: string): number {
  const [, minutes, seconds] = /^(\d+)m([\d.]+)s$/.exec(time) ?? [];
  return Number(minutes) * 60_000 + Number(seconds) * 1_000;
}
