import { execFileSync } from 'node:child_process';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { RedactionRules } from '../../../src/redaction/redaction-rule.js';
import { sized } from '../../soak.js';
import { expectedLines } from './recorder-model.js';
import { everyShell, everyTool, RecorderProcess } from './recorder-process.js';

const rules: RedactionRules = {
  rules: [
    { name: 'secret-1', pattern: /hünter2/ },
    { name: 'custom-1', pattern: /sk-[a-z]+-[0-9]+/ },
    { name: 'custom-2', pattern: /[0-9]{4}-[0-9]{4}/ },
    { name: 'password', pattern: /[^\s"]+/, prefix: /password[=:]/i },
  ],
  blocks: [{ name: 'key', begin: /-----BEGIN KEY-----/, end: /-----END KEY-----/ }],
};

/** Pieces that make trouble beside each other. `START` and `EXIT` stand for the sentinels. */
const pieces = [
  'plain text',
  ' ',
  '=',
  '\r\n',
  '\n',
  '\r',
  '\x1b[31m',
  '\x1b[0m',
  '\x1b]0;title\x07',
  '\x1b]0;no end',
  '\x1b',
  '\x0f',
  '\x07',
  '\x7f\x1d',
  '\x1b(B',
  'hünter2',
  'hü',
  'nter2',
  'sk-abc-123',
  'sk-',
  'abc-',
  '1234-5678',
  '1234',
  'Password:',
  'password=',
  'word="',
  '-----BEGIN KEY-----',
  '-----END KEY-----',
  'ключ €',
  '\t\x01\x7f"\\',
  'START',
  'EXIT',
  '\x18\x1b]7770;0123;start;run1;1\x1b\\',
  '\x18',
];

describe.each(everyTool)('the recorder in $name', ({ tool }) => {
  it.each(everyShell)('records what a terminal prints, byte for byte, under $name', async ({ shell }) => {
    const text = `one\r\ntwo\nthree\r\r\n\r\n\x1b[1mbold\x1b[0m\tü\r\n50%\r100%\r\n& \\& \\\\ %s\r\nlast`;
    await using recorder = await RecorderProcess.start({ tool, shell });
    recorder.write(recorder.start);
    expect(await recorder.end(text)).toBe(0);
    const raw = text.replaceAll('\r\n', '\n').split('\n');
    expect(await recorder.lines()).toEqual(raw.map((line) => Buffer.from(line).toString('latin1')));
    expect(await recorder.marks()).toEqual(['start 1700000000 0']);
  });

  it('writes its files for nobody else to read', async () => {
    await using recorder = await RecorderProcess.start({ tool });
    await recorder.end(`${recorder.start}x\n`);
    for (const name of ['run1.log', 'run1.marks']) {
      expect((await stat(join(recorder.folder, name))).mode & 0o777).toBe(0o600);
    }
  });

  it('stamps each line with the time and zone it came at [A34]', async () => {
    await using recorder = await RecorderProcess.start({ tool });
    const clock = (): string => execFileSync('date', ['+%Y-%m-%dT%H:%M:%S%z']).toString().trim();
    const before = clock();
    await recorder.end('a\r\nb\r\n');
    const after = clock();
    for (const line of (await recorder.bytes()).toString().trim().split('\n')) {
      const stamp = line.slice(0, -2);
      expect(stamp >= before && stamp <= after, `${before} ${line} ${after}`).toBe(true);
      expect(line.slice(-2)).toMatch(/^ [ab]$/);
    }
  });

  it('has a finished line in the log at once, while more may come [A35]', async () => {
    await using recorder = await RecorderProcess.start({ tool });
    for (const line of ['first', 'second', 'third']) {
      recorder.write(`${line}\r\nunfinished `);
      await expect.poll(async () => (await recorder.lines()).at(-1)).toMatch(line);
    }
    await recorder.end();
    expect(await recorder.lines()).toEqual(['first', 'unfinished second', 'unfinished third', 'unfinished ']);
  });

  it('appends to a log that is there, with positions that go on [A38]', async () => {
    await using recorder = await RecorderProcess.start({ tool });
    await recorder.end(`${recorder.start}one\r\n`);
    const first = await recorder.bytes();
    await using again = await RecorderProcess.start({ ...recorder.settings, tool });
    await again.end(`${again.start}two\r\n`);
    expect((await again.bytes()).subarray(0, first.length)).toEqual(first);
    expect(await again.lines()).toEqual(['one', 'two']);
    expect(await again.marks()).toEqual(['start 1700000000 0', `start 1700000000 ${first.length}`]);
  });

  it('takes out the marks of the run and nothing that only looks like one', async () => {
    await using recorder = await RecorderProcess.start({ tool, readBytes: tool.dialect === 'perl' ? 1 : 5 });
    const { start, settings } = recorder;
    const strangers = [
      start.replace(settings.startNonce, settings.exitNonce),
      start.replace('run1', 'run2'),
      start.replace('1700000000', 'soon'),
      start.slice(0, -1),
      recorder.exit(7).replace(';exit', ';start'),
    ];
    const input = `before${start}after\r\n${strangers.join('\r\n')}\r\n${start.slice(0, 20)}\r\nend${recorder.exit(7)}shell\r\n`;
    await recorder.end(input);
    const lines = await recorder.lines();
    expect(lines).toEqual(['beforeafter', ...strangers, start.slice(0, 20), 'end', 'shell']);
    const upto = (await recorder.bytes()).indexOf('shell') - 25;
    expect(await recorder.marks()).toEqual(['start 1700000000 0', `exit 7 1700000009 ${upto}`]);
  });

  it('gives the same log however the input is cut', async () => {
    const text = fc.array(fc.constantFrom(...pieces), { maxLength: 30 });
    const size =
      tool.dialect === 'perl' ? fc.constantFrom(1, 2, 3, 7, 64, 65536) : fc.constantFrom(16, 61, 65536);
    await fc.assert(
      fc.asyncProperty(text, size, async (parts, readBytes) => {
        await using recorder = await RecorderProcess.start({ tool, rules, readBytes });
        const named: Record<string, string> = { START: recorder.start, EXIT: recorder.exit(3) };
        const input = Buffer.from(parts.map((part) => named[part] ?? part).join(''));
        expect(await recorder.end(input)).toBe(0);
        const { exitNonce } = recorder.settings;
        const exit = new RegExp(`\\x18\\x1b\\]7770;${exitNonce};exit;3;1700000009\\x1b\\\\`);
        expect(await recorder.lines()).toEqual(expectedLines(input, { start: recorder.start, exit }, rules));
      }),
      { numRuns: tool.dialect === 'perl' ? sized(40, 150) : sized(12, 40) },
    );
  });

  it('hides every match of every rule, one rule after the other [A36]', async () => {
    const chain = {
      rules: [
        { name: 'a', pattern: /b+/ },
        { name: 'b', pattern: /a\*+c/ },
      ],
      blocks: [],
    };
    await using recorder = await RecorderProcess.start({ tool, rules: chain });
    await recorder.end('abbc b b\r\nx abc abc\r\n');
    expect(await recorder.lines()).toEqual(['**** **** ****', 'x **** ****']);
  });

  it('keeps bytes that are no text', async () => {
    const bytes = Buffer.from(Array.from({ length: 255 }, (_, i) => i + 1).filter((byte) => byte !== 10));
    await using recorder = await RecorderProcess.start({ tool, rules });
    await recorder.end(Buffer.concat([bytes, Buffer.from('\n'), bytes, Buffer.from(' hünter2\n')]));
    const [first, second] = await recorder.lines();
    expect(first).toBe(bytes.toString('latin1'));
    expect(second).toBe(`${bytes.toString('latin1')} ****`);
  });

  it('writes JSON that can be read, whatever the bytes are [A73]', async () => {
    const bytes = Buffer.from(Array.from({ length: 255 }, (_, i) => i + 1).filter((byte) => byte !== 10));
    const cut = Buffer.from('é€😀').subarray(0, -1);
    const lines = [
      bytes,
      cut,
      Buffer.from('plain'),
      Buffer.from('"\\ é€😀 password=x'),
      Buffer.from([0xed, 0xa0, 0x80]),
    ];
    await using recorder = await RecorderProcess.start({ tool, rules, format: 'json' });
    await recorder.end(Buffer.concat(lines.flatMap((line) => [line, Buffer.from('\r\n')])));
    const written = await recorder.bytes();
    expect(() => new TextDecoder('utf-8', { fatal: true }).decode(written)).not.toThrow();
    const objects = written
      .toString()
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, string>);
    const texts = lines.map((line) => line.toString().replace('=x', '=****'));
    expect(objects.map(({ text }) => text)).toEqual(texts);
    for (const object of objects) {
      expect(Object.keys(object)).toEqual(['time', 'text']);
      expect(object.time).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[+-]\d{4}$/);
    }
  });
});
