import { describe, expect, it } from 'vitest';
import { LinearPattern } from '../../src/patterns/linear-pattern.js';
import { plainLine } from '../../src/recorder/plain-text.js';
import { withoutBegunSecret } from '../../src/redaction/begun-secret.js';
import { builtInRules } from '../../src/redaction/built-in-rules.js';
import { compileRule } from '../../src/redaction/compiled-rule.js';
import { LiveRedactor } from '../../src/redaction/live-redactor.js';
import { RedactingStream } from '../../src/redaction/redacting-stream.js';
import { WORST } from './worst-lines.js';

const redactor = new LiveRedactor({ secrets: ['hunter2 hunter3'], redactors: [new LinearPattern('zz+y')] });

const READERS: Readonly<Record<string, (line: string) => unknown>> = {
  'a line is hidden': (line) => redactor.line(line),
  'a screen is hidden': (line) => redactor.screen([line]),
  'the begin of a secret is held back': (line) => redactor.withoutBegun(withoutBegunSecret(line)),
  'a line is read as text': (line) => plainLine(line),
};

describe.each(Object.entries(READERS))('%s in linear time', (_, read) => {
  it.each(Object.entries(WORST))('with %s', (_name, [begin, middle, end]) => {
    expect(growth((size) => begin + middle.repeat(size / middle.length) + end, read)).toBeLessThan(
      QUADRATIC / 2,
    );
  });
});

const STREAMS: Readonly<Record<string, () => (piece: string) => unknown>> = {
  'output for viewers': () => {
    const output = new RedactingStream(redactor);
    return (piece) => output.push(piece);
  },
  'output for a terminal': () => {
    const output = new RedactingStream(redactor, { keepsColumns: true });
    return (piece) => output.push(Buffer.from(piece));
  },
};

describe.each(Object.entries(STREAMS))(
  '%s is hidden in linear time, however small its parts are',
  (_, open) => {
    it.each(Object.entries(WORST))('with %s', (_name, [begin, middle, end]) => {
      const make = (size: number): string => begin + middle.repeat(size / middle.length) + end;
      const read = (line: string): void => {
        const push = open();
        for (let at = 0; at < line.length; at += PART) push(line.slice(at, at + PART));
      };
      expect(growth(make, read, HELD)).toBeLessThan(QUADRATIC / 2);
    });
  },
);

describe('each built-in rule by itself', () => {
  it.each(builtInRules.rules.map((rule) => [rule.name, compileRule(rule)] as const))('%s', (_, rule) => {
    for (const [begin, middle, end] of Object.values(WORST)) {
      const slope = growth(
        (size) => begin + middle.repeat(size / middle.length) + end,
        (line) => rule.spans(line),
      );
      expect([begin, middle, end, slope < QUADRATIC / 2]).toEqual([begin, middle, end, true]);
    }
  });
});

describe('a rule from outside', () => {
  it('that finds each match only at the end of the line hides the line and is through', () => {
    const slow = new LiveRedactor({ redactors: [new LinearPattern('a*b|a')] });
    expect(slow.line('a'.repeat(60_000))).toBe('****');
    expect(slow.line('xaax')).toBe('x********x');
  });

  it.each(['^(a+)+$', '(a|a)*b', '(?:\\w+\\s?)*!$'])('%s ends on what it was not made for', (source) => {
    const output = new RedactingStream(new LiveRedactor({ redactors: [new LinearPattern(source)] }));
    expect(output.push(`${'a'.repeat(50_000)} c\n`)).toHaveLength(50_003);
  });
});

const GROWTH = 8;
const QUADRATIC = GROWTH ** 2;
const SMALL = 16_000;
/** Eight times as much is still held back. */
const HELD = 8_000;
const PART = 64;
/** Below that, other work of the process would count. */
const LEAST_MICROSECONDS = 4_000;

/** How many times more work a line is that is eight times longer: 8 where it is linear, 64 where it is quadratic. */
function growth(make: (size: number) => string, read: (line: string) => unknown, small = SMALL): number {
  const work = (size: number): number => {
    const line = make(size);
    const began = process.cpuUsage();
    read(line);
    const { user, system } = process.cpuUsage(began);
    return Math.max(user + system, LEAST_MICROSECONDS);
  };
  work(small);
  const least = Math.min(work(small), work(small), work(small));
  // Other work of the process and the machine only adds: the least of several is right, and no luck makes a square linear.
  let ratio = Number.POSITIVE_INFINITY;
  for (let left = MOST_SAMPLES; left > 0 && ratio >= QUADRATIC / 2; left--) {
    ratio = Math.min(ratio, work(small * GROWTH) / least);
  }
  return ratio;
}

const MOST_SAMPLES = 12;
