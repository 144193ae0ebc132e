import { execFileSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { openHost } from '../../../src/hosts/open-host.js';
import { type LogTail, readTail } from '../../../src/recorder/read-tail.js';
import type { RedactionRules } from '../../../src/redaction/redaction-rule.js';
import { patience } from '../../patience.js';
import { everyTool, RecorderProcess } from './recorder-process.js';

const rules: RedactionRules = {
  rules: [{ name: 'secret-1', pattern: /hunter2/ }],
  blocks: [{ name: 'key', begin: /-----BEGIN KEY-----/, end: /-----END KEY-----/ }],
};

describe.each(everyTool)('a live recorder in $name', ({ tool }) => {
  it('shows the line that has not ended, redacted, with its place in the log', async () => {
    await using recorder = await RecorderProcess.start({ tool, rules, live: true });
    recorder.write('one\r\ntwo hunter2 \x1b[1mü');
    expect(await tailOf(recorder, (text) => text.endsWith('ü'))).toEqual({
      position: '2026-01-01T00:00:00+0000 one\n'.length,
      text: 'two **** \x1b[1mü',
    });
    recorder.write('\r\n-----BEGIN KEY-----\r\nabc');
    expect((await tailOf(recorder, (text) => text === '****')).text).toBe('****');
    recorder.write('\r\n-----END KEY-----\r\n');
    expect((await tailOf(recorder, (text) => text === '')).text).toBe('');
  });

  it.each([
    ['token ghp_0123456789abcdef', 'token ', 'ghp_'],
    ['x \x1b[1mghp_01\x1b[31m23', 'x ', 'ghp_'],
    ['use sk-ant-abc', 'use ', 'sk-'],
    ['the api_key: abc1', 'the api_key: ', 'abc1'],
    ['Authorization: Bearer abcdef', 'Authorization: Bearer ', 'abcdef'],
    ['at postgres://me:hunt', 'at ', 'hunt'],
    ['see http://localhost:3000', 'see http://localhost:3000', '****'],
    ['Password: ', 'Password: ', '****'],
  ])('never writes half a secret to the disk: %j', async (line, shown, secret) => {
    await using recorder = await RecorderProcess.start({ tool, rules, live: true });
    recorder.write(`first\r\n${line}`);
    expect((await tailOf(recorder, (text) => text.trim() === shown.trim())).text).toBe(shown);
    expect(await readFile(join(recorder.folder, 'run1.tail'), 'utf8')).not.toContain(secret);
    recorder.write('\r\nlast');
    await tailOf(recorder, (text) => text === 'last');
    expect(await readFile(join(recorder.folder, 'run1.log'), 'utf8')).toContain(line);
  });

  it('copies lines to a file while somebody wants that, without what a shell of ours says', async () => {
    await using recorder = await RecorderProcess.start({ tool, rules, live: true });
    const copy = join(recorder.folder, 'copy of it');
    const wish = join(recorder.folder, 'run1.copy');
    recorder.write('before\r\nx');
    await tailOf(recorder, (text) => text === 'x');
    await writeFile(wish, `${copy}\n`);
    recorder.write('yz hunter2\r\n\x1b[32mgreen\x1b[m\x1b]7770;0123;C\x07\x1b]7;muxwright:0123:run\x07\r\n');
    recorder.write('$  __mux_go;eval "$__mux_c"\r\n\x1b[1A\x1b[3G\x1b[Jls\r\nlast');
    await tailOf(recorder, (text) => text === 'last');
    await writeFile(wish, '');
    recorder.write('\r\nafter\r\nend');
    await tailOf(recorder, (text) => text === 'end');
    expect(await readFile(copy, 'utf8')).toBe('xyz ****\n\x1b[32mgreen\x1b[m\nls\n');
  });

  it('records on where the file for copies cannot be written, or is none', async () => {
    await using recorder = await RecorderProcess.start({ tool, rules, live: true });
    const wish = join(recorder.folder, 'run1.copy');
    const fifo = join(recorder.folder, 'a fifo');
    execFileSync('mkfifo', [fifo]);
    const it = join(recorder.folder, "it's");
    const expected: string[] = [];
    for (const [path, line] of [
      [join(recorder.folder, 'gone', 'copy'), 'first'],
      [fifo, 'second'],
      [recorder.folder, 'third'],
      [it, 'fourth'],
    ] as const) {
      await writeFile(wish, `${path}\n`);
      recorder.write(`${line}\r\nx`);
      await tailOf(recorder, (text) => text === 'x');
      recorder.write('\r\n');
      await tailOf(recorder, (text) => text === '');
      expected.push(line, 'x');
    }
    const log = await readFile(join(recorder.folder, 'run1.log'), 'utf8');
    expect(log.replaceAll(/^\S+ /gm, '')).toBe(`${expected.join('\n')}\n`);
    expect(await readFile(it, 'utf8')).toBe('fourth\nx\n');
  });
});

/** The tail, once it is what is waited for; the recorder needs a moment for what it was given. */
async function tailOf(recorder: RecorderProcess, accept: (text: string) => boolean): Promise<LogTail> {
  await using host = await openHost('local', patience);
  return vi.waitFor(
    async () => {
      const tail = await readTail(host, recorder.settings);
      if (!tail || !accept(tail.text)) throw new Error(`The tail is ${JSON.stringify(tail)}`);
      return tail;
    },
    { timeout: 60_000, interval: 5 },
  );
}
