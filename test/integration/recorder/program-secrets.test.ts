import { readdirSync, readFileSync } from 'node:fs';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { RedactionRules } from '../../../src/redaction/redaction-rule.js';
import { redactionRules } from '../../../src/redaction/redaction-rules.js';
import { Redactor } from '../../../src/redaction/redactor.js';
import { everyTool, RecorderProcess } from './recorder-process.js';

const SECRET = 'canary-7f3a9c51';
const rules: RedactionRules = {
  rules: [
    { name: 'secret-1', pattern: new RegExp(SECRET) },
    { name: 'token', pattern: /[a-z0-9]+/, prefix: /token=/ },
  ],
  blocks: [{ name: 'key', begin: /-----BEGIN KEY-----/, end: /-----END KEY-----/ }],
};

const KILOBYTE = 1024;

describe.each(everyTool)('secrets and the recorder in $name', ({ tool }) => {
  it('are hidden wherever a read cuts them [A37]', async () => {
    await using recorder = await RecorderProcess.start({ tool, rules });
    for (const [at] of [...SECRET].entries()) {
      recorder.write(`key ${SECRET.slice(0, at)}`);
      await new Promise((resolve) => setImmediate(resolve));
      recorder.write(`${SECRET.slice(at)} end\r\n`);
    }
    await recorder.end();
    expect(await recorder.lines()).toEqual(Array.from(SECRET, () => 'key **** end'));
  });

  it('are hidden at the start and the end of the input, and of every chunk of a flood [A37]', async () => {
    await using recorder = await RecorderProcess.start({ tool, rules });
    // A line of a length that has no factor with that of a read moves over all positions in it.
    const line = `${SECRET}${'.'.repeat(84)}${SECRET}\r\n`;
    const count = Math.ceil((400 * KILOBYTE) / line.length);
    await recorder.end(line.repeat(count) + SECRET);
    const lines = await recorder.lines();
    expect(lines).toHaveLength(count + 1);
    expect(new Set(lines)).toEqual(new Set([`****${'.'.repeat(84)}****`, '****']));
  });

  it('are hidden in a line of a megabyte', async () => {
    await using recorder = await RecorderProcess.start({ tool, rules });
    const filler = 'x'.repeat(512 * KILOBYTE);
    await recorder.end(`${SECRET} ${filler} ${SECRET} ${filler}token=abc ${SECRET}\r\nnext\r\n`);
    expect(await recorder.lines()).toEqual([`**** ${filler} **** ${filler}token=**** ****`, 'next']);
  });

  it('are hidden where a line without end is cut', async () => {
    await using recorder = await RecorderProcess.start({ tool, rules });
    const tail = 64 * KILOBYTE;
    const filler = 'x '.repeat(2 * 1024 * KILOBYTE - tail / 2);
    // Across the place where the line would be cut first.
    const input = `${filler.slice(0, -4)} ${SECRET} ${'y '.repeat(tail)}${SECRET}\r\nnext\r\n`;
    await recorder.end(input);
    const lines = await recorder.lines();
    expect(lines.at(-1)).toBe('next');
    expect(lines.length).toBeGreaterThan(2);
    expect(lines.slice(0, -1).join('')).toBe(input.split('\r\n')[0]?.replaceAll(SECRET, '****'));
  });

  it('are hidden where they are longer than what is held of a line', async () => {
    await using recorder = await RecorderProcess.start({ tool, rules });
    await recorder.end(`a token=${'0123456789abcdef'.repeat(400 * KILOBYTE)} b\r\nnext\r\n`);
    expect(await recorder.lines()).toEqual(['a token=**** b', 'next']);
  }, 600_000);

  it('are hidden with colours in their midst, and inside a title', async () => {
    await using recorder = await RecorderProcess.start({ tool, rules });
    const coloured = [...SECRET].join('\x1b[1;31m');
    await recorder.end(
      `\x1b[32m${coloured}\x1b[0m\r\ntoken=\x1b[1mabc\x1b[0mdef x\r\n\x1b]0;${SECRET}\x07text\r\n\x1b]0;${SECRET}`,
    );
    expect(await recorder.lines()).toEqual([
      '\x1b[32m****\x1b[0m',
      'token=\x1b[1m**** x',
      '\x1b]0;****\x07text',
      '\x1b]0;****',
    ]);
  });

  it('are hidden with what no terminal shows in their midst, wherever a read cuts them', async () => {
    const invisible = [0, 1, 5, 7, 14, 17, 24, 26, 28, 31, 127].map((code) => String.fromCharCode(code));
    const given = redactionRules({
      secrets: [SECRET, 'open\x07\0sesame', 'tab\ttab'],
      builtInRedactors: false,
    });
    for (const readBytes of tool.dialect === 'perl' ? [1, 5, 65536] : [16, 61, 65536]) {
      await using recorder = await RecorderProcess.start({ tool, rules: given, readBytes });
      const lines = invisible.map((character) => [...SECRET].join(character));
      // Raw, as a terminal shows it, as it echoes what is typed.
      lines.push('open\x07\0sesame', 'o\0pensesame', 'open^G^@sesame', 'tab\ttab tabtab');
      await recorder.end(lines.map((line) => `a\x07 ${line} \x07z\r\n`).join(''));
      const zero = tool.command.startsWith('busybox') ? '\x7f' : '\0';
      expect((await recorder.lines()).map((line) => line.replaceAll(zero, '\0'))).toEqual([
        ...invisible.map(() => 'a\x07 **** \x07z'),
        ...Array.from({ length: 3 }, () => 'a\x07 **** \x07z'),
        'a\x07 **** tabtab \x07z',
      ]);
    }
  });

  it('are hidden from where they are told of on, in the midst of the output', async () => {
    const learned = ['pa.ss\\w[ö]rd$', 'pa.ss', SECRET.slice(0, 8), `${SECRET}-and-more`];
    const tell = (secret: string): string => {
      const { startNonce } = recorder.settings;
      return `\x18\x1b]7770;${startNonce};hide;${Buffer.from(secret).toString('hex')}\x1b\\`;
    };
    await using recorder = await RecorderProcess.start({ tool, rules, readBytes: 61 });
    const [long = '', short = '', begun = '', more = ''] = learned;
    recorder.write(`before ${long} paXss\r\nhalf ${tell(short)}a ${short} line\r\n`);
    recorder.write(`${tell(long)}${tell(long)}${long} ${short} \x1b[1mpa.\x1b[31mss\x1b[0m\r\n`);
    recorder.write(`${tell(begun)}${tell(more)}${begun} ${SECRET} ${more} \x1b[1m${more}\x1b[0m paXss\r\n`);
    await recorder.end(`${tell('x'.repeat(500))}${'x'.repeat(500)}!\r\n`);
    const text = (await recorder.lines()).map((line) => Buffer.from(line, 'latin1').toString());
    expect(text.slice(0, 3)).toEqual([
      `before ${long} paXss`,
      'half a **** line',
      '**** **** \x1b[1m****\x1b[0m',
    ]);
    // What is only the beginning of a secret is hidden; what contains it, too, and its rest as far as a rule knows it.
    expect(text[3]).toMatch(/^\*{4} \S+ \*{4} \x1b\[1m\*{4}\x1b\[0m paXss$/);
    expect(text[4]).toBe('****!');
  });

  it('are hidden in a block of lines, however it is cut', async () => {
    const readBytes = tool.dialect === 'perl' ? 3 : 17;
    await using recorder = await RecorderProcess.start({ tool, rules, readBytes });
    await recorder.end(
      'a\r\nx -----BEGIN KEY-----\r\nMII\r\n\r\nabc=\r\n-----END KEY----- y\r\nb\r\n-----BEGIN KEY-----\r\nzzz',
    );
    expect(await recorder.lines()).toEqual([
      'a',
      '****',
      '****',
      '****',
      '****',
      '****',
      'b',
      '****',
      '****',
    ]);
  });

  it('are in no file and in no list of processes at any moment [A69]', async () => {
    await using recorder = await RecorderProcess.start({ tool, rules, maxBytes: 20_000 });
    const seen: string[] = [];
    for (let i = 0; i < 60; i++) {
      recorder.write(`${`line ${i} ${SECRET} `.repeat(20)}\r\nheld ${SECRET.slice(0, 9)}`);
      recorder.write(`${SECRET.slice(9)}\r\n`);
      await new Promise((resolve) => setImmediate(resolve));
      seen.push(...(await filesWith(recorder.folder, SECRET)), ...processesWith(SECRET));
    }
    await recorder.end();
    seen.push(...(await filesWith(recorder.folder, SECRET)));
    expect(seen).toEqual([]);
    expect((await recorder.bytes()).includes('****')).toBe(true);
  });
});

describe('the built-in rules', () => {
  const tokens = ['sk-ant-abcdefghijklmnop1234', `ghp_${'a1'.repeat(20)}`, 'eyJhbGciOiJI.eyJzdWIiOiIx.abc'];
  const words = ['password', 'PASSWORD=', 'token', 'API_KEY', 'abc123def456', 'https://', 'user:', 'pw@host'];
  const glue = ['Bearer ', 'Authorization: ', ': ', '=', '"', "'", ' ', 'é', '\\', 'x', '.', '\r'];
  const line = fc.array(fc.constantFrom(...tokens, ...words, ...glue), { maxLength: 10 });

  it.each(everyTool)('hide in $name what they hide in process', async ({ tool }) => {
    const lines = fc.sample(line, 500).map((parts) => parts.join(''));
    await using recorder = await RecorderProcess.start({ tool, rules: redactionRules() });
    await recorder.end(lines.map((text) => `${text}\r\n`).join(''));
    const redactor = new Redactor(redactionRules());
    const recorded = (await recorder.lines()).map((text) => Buffer.from(text, 'latin1').toString());
    const expected = lines.map((text) => redactor.line(text));
    if (tool.dialect === 'perl') expect(recorded).toEqual(expected);
    // awk cannot look around, so it may hide a little more.
    for (const [i, text] of recorded.entries()) {
      for (const token of tokens) if (!expected[i]?.includes(token)) expect(text).not.toContain(token);
    }
  });
});

async function filesWith(folder: string, text: string): Promise<string[]> {
  const found: string[] = [];
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    if (!(await stat(path).catch(() => undefined))?.isFile()) continue;
    if ((await readFile(path).catch(() => Buffer.alloc(0))).includes(text)) found.push(path);
  }
  return found;
}

/** Those that show it in their arguments or their environment. */
function processesWith(text: string): string[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && name !== String(process.pid))
    .flatMap((pid) => [`/proc/${pid}/cmdline`, `/proc/${pid}/environ`])
    .filter((path) => {
      try {
        return readFileSync(path).includes(text);
      } catch {
        return false;
      }
    });
}
