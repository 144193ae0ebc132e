import type { FuzzTarget } from './fuzz-target.js';

/** Numbers that look random and are the same for the same seed, so that every input can be had again. */
function randomNumbers(seed: number): (below: number) => number {
  let state = seed >>> 0;
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

/**
 * The input with this number: one of the seeds, changed a few times. Bytes turn, parts are taken out, doubled, exchanged
 * with parts of other seeds; words that mean something are put in, some of them thousands of times.
 */
export function mutatedInput({ seeds, tokens }: FuzzTarget, seed: number): Buffer {
  const below = randomNumbers(seed);
  const one = <T>(list: readonly T[]): T => list[below(list.length)] as T;
  const changes: ((input: Buffer) => Buffer)[] = [
    (input) => withByte(input, below(input.length + 1), below(256)),
    (input) => input.subarray(below(input.length + 1)),
    (input) => input.subarray(0, below(input.length + 1)),
    (input) => put(input, below(input.length + 1), slice(input, below)),
    (input) => put(input, below(input.length + 1), slice(Buffer.from(one(seeds)), below)),
    (input) => put(input, below(input.length + 1), Buffer.from(one(tokens))),
    (input) =>
      put(
        input,
        below(input.length + 1),
        Buffer.from(one(tokens).repeat(1 + below(one([4, 4, 4, 3_000, 60_000])))),
      ),
    (input) => put(input, below(input.length + 1), Buffer.from(one(COMMON))),
    (input) => withoutPart(input, below(input.length + 1), below(20)),
  ];
  let input = Buffer.from(one(seeds));
  for (let left = below(5); left >= 0; left--) input = Buffer.from(one(changes)(input));
  return input.subarray(0, MOST_BYTES);
}

/** No input is larger: what takes long for a small one is what is looked for. */
const MOST_BYTES = 64 * 1024;

/** What breaks many readers. */
const COMMON = [
  ...[
    '\0',
    '\r\n',
    '\n\n',
    '\x1b',
    '\x1b[',
    '\x1b]',
    '\x1b\\',
    '\x07',
    '\x9c',
    '\u2028',
    '\ufeff',
    '\ud800',
    '"',
    "'",
    '\\',
  ],
  ...[
    '__proto__',
    'constructor',
    'toString',
    'NaN',
    '-0',
    '1e999',
    '99999999999999999999',
    '-1',
    'null',
    'true',
  ],
  ...[
    '%',
    '%s',
    '{}',
    '[]',
    '$(x)',
    '../',
    '<!--',
    '-->',
    '\u202e',
    '\u{e0041}',
    '\u{1f468}\u200d\u{1f469}',
    '가',
    'é',
  ],
];

function withByte(input: Buffer, at: number, byte: number): Buffer {
  const copy = Buffer.from(input);
  copy[at] = byte;
  return copy;
}

function put(input: Buffer, at: number, part: Buffer): Buffer {
  return Buffer.concat([input.subarray(0, at), part, input.subarray(at)]);
}

function slice(input: Buffer, below: (most: number) => number): Buffer {
  const start = below(input.length + 1);
  return input.subarray(start, start + below(200));
}

function withoutPart(input: Buffer, at: number, length: number): Buffer {
  return Buffer.concat([input.subarray(0, at), input.subarray(at + length)]);
}
