import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type ProgramSignal, ProgramStatusScanner, type StatusState } from './program-status.js';

const ESC = '\x1b';
const ST = `${ESC}\\`;
const BEL = '\x07';

const table: readonly (readonly [name: string, output: string, signals: readonly ProgramSignal[]])[] = [
  ['an idle program', `${ESC}]7501;state=idle${ST}`, [status('idle', 'state=idle')]],
  ['BEL as the end', `${ESC}]7501;state=working${BEL}`, [status('working', 'state=working')]],
  [
    'what a program is blocked by',
    `${ESC}]7501;state=blocked:kind=permission${ST}`,
    [status('blocked', 'state=blocked:kind=permission', 'permission')],
  ],
  [
    'semicolons, spaces, capitals and words that are not known',
    `${ESC}]7501;v=2; State=Blocked ;kind=permission;nr=7${ST}`,
    [status('blocked', 'v=2; State=Blocked ;kind=permission;nr=7', 'permission')],
  ],
  ['a colon behind the number', `${ESC}]7501:state=done${ST}`, [status('done', 'state=done')]],
  ['a status that is taken back', `${ESC}]7501;state=clear${ST}`, [status('clear', 'state=clear')]],
  ['a state that nobody knows', `${ESC}]7501;state=dreaming${ST}${ESC}]7501;${ST}${ESC}]7501${ST}`, []],
  [
    'the query',
    `${ESC}]7501;?${ST}${ESC}]7501;?${BEL}`,
    [{ type: 'status-query' }, { type: 'status-query' }],
  ],
  [
    'marks of a shell',
    `${ESC}]133;D;130${BEL}${ESC}]133;A;cl=m;aid=3${BEL}$ ${ESC}]133;B${BEL}ls\r\n${ESC}]133;C;cmdline=ls${BEL}${ESC}]133;D${ST}`,
    [
      { type: 'shell', mark: 'D', code: 130 },
      { type: 'shell', mark: 'A' },
      { type: 'shell', mark: 'B' },
      { type: 'shell', mark: 'C' },
      { type: 'shell', mark: 'D' },
    ],
  ],
  [
    'the marks that a program puts around its messages',
    `${ESC}]133;A${BEL} hello\r\n${ESC}]133;B${BEL}${ESC}]133;C${BEL}${ESC}[0m there`,
    [
      { type: 'shell', mark: 'A' },
      { type: 'shell', mark: 'B' },
      { type: 'shell', mark: 'C', aroundMessage: true },
    ],
  ],
  ['other marks', `${ESC}]133;P;k=i${BEL}${ESC}]133${BEL}`, []],
  [
    'progress',
    `${ESC}]9;4;1;50${BEL}${ESC}]9;4;3${ST}${ESC}]9;4;0;0${BEL}`,
    [
      { type: 'progress', state: 1, value: 50 },
      { type: 'progress', state: 3 },
      { type: 'progress', state: 0, value: 0 },
    ],
  ],
  ['notifications, which are no progress', `${ESC}]9;done!${BEL}${ESC}]9;4${BEL}${ESC}]9;4;7;1${BEL}`, []],
  [
    'titles, with ✳, whose bytes hold what ends strings elsewhere',
    `${ESC}]0;✳ Claude Code${BEL}${ESC}]2;a;b: c${ST}${ESC}]1;icon${BEL}${ESC}]0;${BEL}`,
    [
      { type: 'title', title: '✳ Claude Code' },
      { type: 'title', title: 'a;b: c' },
      { type: 'title', title: '' },
    ],
  ],
  [
    'bells, which an OSC has none of',
    `a${BEL}${ESC}]8;;http://x${BEL}${BEL}`,
    [{ type: 'bell' }, { type: 'bell' }],
  ],
  ['a bell within a sequence, which continues', `${ESC}[?20${BEL}04h`, [{ type: 'bell' }, mode(2004, true)]],
  [
    'modes, several at once',
    `${ESC}[?2004h${ESC}[?25l${ESC}[?1049;1004h${ESC}[?1004l${ESC}[2004h${ESC}[?47l`,
    [mode(2004, true), mode(1049, true), mode(1004, true), mode(1004, false), mode(1049, false)],
  ],
  ['a full reset', `${ESC}c`, [mode(2004, false), mode(1004, false)]],
  [
    'what is said past tmux, with either end',
    `${ESC}Ptmux;${ESC}${ESC}]7501;state=idle${BEL}${ST}${ESC}Ptmux;${ESC}${ESC}]7501;?${ESC}${ESC}\\${ST}x`,
    [status('idle', 'state=idle'), { type: 'status-query', pastTmux: true }],
  ],
  [
    'what is said past two of them',
    `${ESC}Ptmux;${ESC}${ESC}Ptmux;${ESC}${ESC}${ESC}${ESC}]9;4;3${BEL}${ESC}${ESC}\\${ST}`,
    [{ type: 'progress', state: 3 }],
  ],
  [
    'other strings, with whatever they hold',
    `${ESC}P1$r0m${BEL}${ST}${ESC}_G]7501;?${BEL}${ST}${ESC}kname${BEL}${ST}`,
    [],
  ],
  ['text that only looks so', ']7501;state=idle\\ \x9d7501;state=idle\x9c', []],
  [
    'an OSC that is given up',
    `${ESC}]7501;state=idle\x18${ESC}]7501;state=\x1aidle${BEL}`,
    [{ type: 'bell' }],
  ],
  [
    'an OSC that the next sequence ends, as tmux takes it',
    `${ESC}]7501;state=idle${ESC}[?2004h`,
    [status('idle', 'state=idle'), mode(2004, true)],
  ],
  ['character sets', `${ESC}(B${ESC})0${ESC}]9;4;3${ST}`, [{ type: 'progress', state: 3 }]],
];

describe('ProgramStatusScanner', () => {
  it.each(table)('reads %s', (_name, output, signals) => {
    expect(scan([Buffer.from(output)])).toEqual(signals);
  });

  it.each(table)('reads %s, also byte by byte', (_name, output, signals) => {
    expect(scan([...Buffer.from(output)].map((byte) => Buffer.of(byte)))).toEqual(signals);
  });

  it('gives the same signals however the output is cut', () => {
    const pieces = table.map(([, output]) => output);
    const noise = ['text\r\n', '\x1b[31m', '\x1b]', '\x1bP', '\x1b', 'é✳', '\x1b]0;', '\x1bPtmux;', '\x18'];
    const output = fc
      .array(fc.constantFrom(...pieces, ...noise), { maxLength: 12 })
      .map((all) => all.join(''));
    fc.assert(
      fc.property(output, fc.array(fc.nat(200), { maxLength: 30 }), (text, sizes) => {
        const bytes = Buffer.from(text);
        expect(scan(cut(bytes, sizes))).toEqual(scan([bytes]));
      }),
      { numRuns: 500 },
    );
  });

  it('takes any bytes at all, and is all there after them', () => {
    fc.assert(
      fc.property(fc.array(fc.uint8Array({ maxLength: 300 }), { maxLength: 10 }), (chunks) => {
        const scanner = new ProgramStatusScanner();
        for (const chunk of chunks) scanner.push(Buffer.from(chunk));
        // Behind an ESC, the first may belong to a device control string, as tmux takes it.
        scanner.push(Buffer.from(ST + ST));
        expect(scanner.push(Buffer.from(`${ESC}]7501;state=idle${ST}`))).toContainEqual(
          status('idle', 'state=idle'),
        );
      }),
    );
  });

  it('keeps little of an OSC that never ends, and hears what comes after it', () => {
    const scanner = new ProgramStatusScanner();
    const megabyte = Buffer.alloc(1024 * 1024, 'x');
    scanner.push(Buffer.from(`${ESC}]0;`));
    const before = process.memoryUsage().heapUsed;
    for (let i = 0; i < 50; i++) expect(scanner.push(megabyte)).toEqual([]);
    expect(process.memoryUsage().heapUsed - before).toBeLessThan(20_000_000);
    expect(scanner.push(Buffer.from(`${BEL}${ESC}]9;4;3${BEL}`))).toEqual([{ type: 'progress', state: 3 }]);
  });

  it('does not stay deaf in a passthrough that never ends', () => {
    const scanner = new ProgramStatusScanner();
    scanner.push(Buffer.from(`${ESC}Ptmux;`));
    for (let i = 0; i < 3; i++) scanner.push(Buffer.alloc(512 * 1024, 'x'));
    expect(scanner.push(Buffer.from(`${ESC}]9;4;3${BEL}`))).toEqual([{ type: 'progress', state: 3 }]);
  });

  it('forgets what was begun when bytes are missing', () => {
    const scanner = new ProgramStatusScanner();
    scanner.push(Buffer.from(`${ESC}]7501;state=wor`));
    scanner.reset();
    expect(scanner.push(Buffer.from(`king${ST}`))).toEqual([]);
  });
});

function scan(chunks: readonly Buffer[]): ProgramSignal[] {
  const scanner = new ProgramStatusScanner();
  return chunks.flatMap((chunk) => scanner.push(chunk));
}

function cut(bytes: Buffer, sizes: readonly number[]): Buffer[] {
  const chunks: Buffer[] = [];
  let start = 0;
  for (const size of sizes) {
    chunks.push(bytes.subarray(start, start + size));
    start += size;
  }
  return [...chunks, bytes.subarray(start)];
}

function status(state: StatusState, raw: string, kind?: string): ProgramSignal {
  return { type: 'status', state, ...(kind && { kind }), raw };
}

function mode(number: 2004 | 1049 | 1004, on: boolean): ProgramSignal {
  return { type: 'mode', mode: number, on };
}
