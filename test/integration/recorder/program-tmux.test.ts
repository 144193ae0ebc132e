import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, open, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { FilterTool } from '../../../src/recorder/host-tools.js';
import { recorderPipe } from '../../../src/recorder/recorder-pipe.js';
import { recorderProgram } from '../../../src/recorder/recorder-program.js';
import { redactionRules } from '../../../src/redaction/redaction-rules.js';
import { isolatedTmux } from '../../../src/testing/isolated-tmux.js';
import type { Pane } from '../../../src/tmux/pane.js';
import { everyTool } from './recorder-process.js';

const SECRET = 'canary-0b5e77d2';

describe.each(everyTool)('a pane that is recorded with $name', ({ tool }) => {
  it('has all that was printed in its log, and no secret [A37]', async () => {
    await using server = await isolatedTmux();
    const session = await server.tmux.ensureSession('main');
    const script = `read x; seq 1 20000; i=0; while [ $i -lt 50 ]; do printf 'key canary'; printf -- '-0b5e\\033[1m77d2\\n'; i=$((i+1)); done; echo 'der Schlüssel: %d #{x}'; echo END; read x`;
    const pane = await session.newWindow({ command: ['sh', '-c', script] });
    await using recording = await record(pane, tool);
    await pane.sendKeys('Enter');
    await expect.poll(() => recording.text()).toContain(' END\n');
    const lines = (await recording.text()).split('\n').map((line) => line.slice(25));
    const numbers = Array.from({ length: 20_000 }, (_, i) => String(i + 1));
    const keys = Array.from({ length: 50 }, () => 'key ****');
    const from = lines.indexOf('1');
    expect(lines.slice(from)).toEqual([...numbers, ...keys, 'der Schlüssel: %d #{x}', 'END', '']);
  });

  it('stays recorded when recording is switched on twice, and nothing is lost of the log [A38]', async () => {
    await using server = await isolatedTmux();
    const session = await server.tmux.ensureSession('main');
    const pane = await session.newWindow({ command: ['cat'] });
    await using first = await record(pane, tool);
    await pane.sendText('one\n');
    await expect.poll(() => first.text()).toMatch(/one\n.*one\n/);
    const before = await first.text();
    await using second = await record(pane, tool, first.folder);
    await pane.sendText('two\n');
    await expect.poll(() => second.text()).toMatch(/two\n.*two\n/);
    expect((await second.text()).startsWith(before)).toBe(true);
  });
});

async function record(
  pane: Pane,
  tool: FilterTool,
  given?: string,
): Promise<AsyncDisposable & { readonly folder: string; text(): Promise<string> }> {
  const folder = given ?? (await mkdtemp(join(tmpdir(), 'muxwright-recorder-')));
  const settings = {
    id: 'run1',
    folder,
    startNonce: randomBytes(16).toString('hex'),
    exitNonce: randomBytes(16).toString('hex'),
    format: 'text',
    rules: redactionRules({ secrets: [SECRET] }),
    maxBytes: 0,
    keepSegments: 3,
  } as const;
  const program = recorderProgram(tool.dialect, settings);
  await pane.clearPipe();
  const path = join(folder, `run1.in`);
  execFileSync('sh', ['-c', '[ -p "$1" ] || mkfifo "$1"', 'sh', path]);
  const fifo = await open(path, 'r+');
  await fifo.write(program);
  await pane.pipe(recorderPipe(tool, settings, Buffer.byteLength(program)));
  // Printed in front of everything else, it is in the log as soon as the recorder has come up.
  return {
    folder,
    text: () => readFile(join(folder, 'run1.log'), 'utf8').catch(() => ''),
    [Symbol.asyncDispose]: async () => {
      await pane.clearPipe().catch(() => {});
      await fifo.close();
      if (!given) await rm(folder, { recursive: true, force: true });
    },
  };
}
