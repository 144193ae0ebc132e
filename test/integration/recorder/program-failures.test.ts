import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  appendFileSync,
  existsSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  truncateSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { GAP_LINE } from '../../../src/recorder/recorder-limits.js';
import { faultOf } from '../../../src/recorder/run-ending.js';
import { canMount, fillDisk, smallDisk } from '../small-disk.js';
import { everyTool, RecorderProcess } from './recorder-process.js';

describe.each(everyTool)('the recorder in $name', ({ tool }) => {
  it('acknowledges the end of the command when all of it is in the log, and goes on', async () => {
    await using recorder = await RecorderProcess.start({ tool });
    const answered = acknowledgement(recorder.folder);
    recorder.write(`${recorder.start}${'line\r\n'.repeat(20_000)}unfinished${recorder.exit(5)}`);
    expect(await answered).toBe('\n');
    const lines = await recorder.lines();
    expect(lines).toHaveLength(20_001);
    expect(lines.at(-1)).toBe('unfinished');
    expect((await recorder.marks()).at(-1)).toBe(`exit 5 1700000009 ${(await recorder.bytes()).length}`);
    await recorder.end('prompt$ ');
    expect((await recorder.lines()).at(-1)).toBe('prompt$ ');
  });

  it('is started again when it is killed, and says where output is missing', async () => {
    await using recorder = await RecorderProcess.start({ tool });
    recorder.write('before\r\nhalf of ');
    await expect.poll(() => recorder.lines()).toEqual(['before']);
    const size = (await recorder.bytes()).length;
    process.kill(filterOf(recorder), 'SIGKILL');
    await expect.poll(() => recorder.lines()).toEqual(['before', GAP_LINE]);
    await expect.poll(() => recorder.marks()).toEqual([`gap ${size}`]);
    recorder.write('a secret\r\n');
    // A read that the dead one had begun may still take a piece with it.
    await expect
      .poll(
        async () => {
          recorder.write('after\r\n');
          return (await recorder.lines()).at(-1);
        },
        { timeout: 60_000 },
      )
      .toBe('after');
    expect(await recorder.end()).toBe(0);
    expect(new Set(await recorder.lines())).toEqual(new Set(['before', GAP_LINE, 'after']));
  });

  it('takes back a part of a line that it left when it was killed', async () => {
    await using recorder = await RecorderProcess.start({ tool });
    recorder.write('before\r\n');
    await expect.poll(() => recorder.lines()).toEqual(['before']);
    const size = (await recorder.bytes()).length;
    const filter = filterOf(recorder);
    appendFileSync(join(recorder.folder, 'run1.log'), '2026-11-19T00:50:22+00');
    process.kill(filter, 'SIGKILL');
    await expect.poll(() => recorder.lines()).toEqual(['before', GAP_LINE]);
    await expect.poll(() => recorder.marks()).toEqual([`gap ${size}`]);
    await recorder.end();
  });

  it('leaves nothing running when its input has ended', async () => {
    await using recorder = await RecorderProcess.start({ tool });
    recorder.write('x\r\n');
    await expect.poll(() => recorder.lines()).toEqual(['x']);
    expect(processesIn(recorder.folder).length).toBeGreaterThan(1);
    await recorder.end();
    await expect.poll(() => processesIn(recorder.folder)).toEqual([]);
  });

  it.skipIf(!canMount())(
    'says that the disk is full, takes the rest all the same, and still answers',
    async () => {
      await using disk = await smallDisk('256k');
      await using recorder = await RecorderProcess.start({ tool, folder: disk.path });
      const answered = acknowledgement(recorder.folder);
      const line = `${'x'.repeat(98)}\r\n`;
      recorder.write(`${recorder.start}${line.repeat(50_000)}`);
      recorder.write(recorder.exit(0));
      expect(await answered).toBe('\n');
      expect(faultIn(disk.path)).toBe('ENOSPC');
      expect(await recorder.end()).toBe(0);
      const whole = (await recorder.bytes()).toString().split('\n').slice(0, -1);
      expect(whole.length).toBeGreaterThan(100);
      expect(new Set(whole.map((text) => text.slice(25)))).toEqual(new Set(['x'.repeat(98)]));
    },
  );

  it.skipIf(!canMount())('continues behind a gap when the disk has room again', async () => {
    await using disk = await smallDisk('256k');
    await using recorder = await RecorderProcess.start({ tool, folder: disk.path });
    recorder.write(`before\r\n`);
    await expect.poll(() => recorder.lines()).toEqual(['before']);
    fillDisk(join(disk.path, 'ballast'));
    truncateSync(join(disk.path, 'ballast'), 200 * 1024);
    recorder.write(`${'x'.repeat(98)}\r\n`.repeat(2_000));
    // Some awks notice it only at the next output.
    const faultAfterLine = (): string | undefined => {
      recorder.write('late\r\n');
      return faultIn(disk.path);
    };
    await expect.poll(faultAfterLine).toBe('ENOSPC');
    rmSync(join(disk.path, 'ballast'));
    await expect.poll(async () => writeUntilLogged(recorder, 'after')).toBe(true);
    recorder.write(recorder.exit(0));
    expect(await recorder.end()).toBe(0);
    const words = new Map([
      [GAP_LINE, 'gap'],
      ['x'.repeat(98), 'x'],
    ]);
    const lines = (await recorder.lines()).map((line) => words.get(line) ?? line);
    // The rest of the last block has room for a few lines more, where a second ends while the disk is full.
    expect(lines.join(' ')).toMatch(/^before( x)*( gap( x)*( late)*)+( after)+$/);
    const faults = (await recorder.marks()).filter((mark) => mark.startsWith('fault'));
    expect(faults).toHaveLength(lines.filter((line) => line === 'gap').length);
    expect(faultIn(disk.path)).toBe('ENOSPC');
  });

  it.skipIf(!canMount())('starts on a read-only disk, and tells it when it can', async () => {
    await using disk = await smallDisk('256k');
    for (const name of ['in', 'ack']) execFileSync('mkfifo', [join(disk.path, `run1.${name}`)]);
    execFileSync('mount', ['-o', 'remount,ro', disk.path]);
    await using recorder = await RecorderProcess.start({ tool, folder: disk.path });
    const answered = acknowledgement(recorder.folder);
    recorder.write(`${recorder.start}lost\r\n-----BEGIN PRIVATE KEY-----\r\nMIIEv\r\n${recorder.exit(0)}`);
    expect(await answered).toBe('\n');
    execFileSync('mount', ['-o', 'remount,rw', disk.path]);
    await expect.poll(async () => writeUntilLogged(recorder, 'after')).toBe(true);
    expect(await recorder.end()).toBe(0);
    expect((await recorder.lines()).at(0)).toBe(GAP_LINE);
    expect(faultIn(disk.path)).toBe('EROFS');
  });
});

async function writeUntilLogged(recorder: RecorderProcess, line: string): Promise<boolean> {
  recorder.write(`${line}\r\n`);
  return (await recorder.lines()).at(-1) === line;
}

function faultIn(folder: string): string | undefined {
  const [fault, marks] = ['fault', 'marks'].map((name) => textOf(join(folder, `run1.${name}`)));
  return faultOf({ fault, marks });
}

function textOf(path: string): string | undefined {
  return existsSync(path) ? readFileSync(path, 'utf8') : undefined;
}

/** What the wrapper would wait for. */
async function acknowledgement(folder: string): Promise<string> {
  const child = spawn('sh', ['-c', 'head -c 1 <>"$1"', 'sh', join(folder, 'run1.ack')], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let text = '';
  child.stdout.on('data', (data: Buffer) => {
    text += data.toString();
  });
  await once(child, 'close');
  return text;
}

function filterOf(recorder: RecorderProcess): number {
  const found = processesIn(recorder.folder).find((pid) => {
    const words = wordsOf(pid);
    return words.includes('/dev/fd/4') && words[0] !== 'dash';
  });
  if (found === undefined) throw new Error('There is no filter.');
  return found;
}

/** None where it has ended meanwhile. */
function wordsOf(pid: number): string[] {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'latin1').split('\0');
  } catch {
    return [];
  }
}

function processesIn(folder: string): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        return readlinkSync(`/proc/${pid}/cwd`) === folder;
      } catch {
        return false;
      }
    })
    .map(Number);
}
