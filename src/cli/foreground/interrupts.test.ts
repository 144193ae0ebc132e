import { describe, expect, it } from 'vitest';
import { Interrupts } from './interrupts.js';

function pressed(...events: readonly (readonly [at: number, keys: string])[]): {
  passed: string;
  detached: number;
} {
  let [now, detached, passed] = [0, 0, ''];
  const interrupts = new Interrupts(
    () => {
      detached += 1;
    },
    () => now,
  );
  for (const [at, keys] of events) {
    now = at;
    passed += interrupts.pass(Buffer.from(keys)).toString();
  }
  return { passed, detached };
}

describe('Ctrl-C', () => {
  it('once is for the command', () => {
    expect(pressed([0, 'ab\x03'])).toEqual({ passed: 'ab\x03', detached: 0 });
  });

  it('twice within two seconds is for us, and the second one is not passed on', () => {
    expect(pressed([0, '\x03'], [1_900, '\x03'])).toEqual({ passed: '\x03', detached: 1 });
    expect(pressed([0, 'x\x03\x03y'])).toEqual({ passed: 'x\x03', detached: 1 });
  });

  it('twice is for the command where something was typed in between, or time has passed', () => {
    expect(pressed([0, '\x03'], [500, 'y'], [1_000, '\x03'])).toEqual({ passed: '\x03y\x03', detached: 0 });
    expect(pressed([0, '\x03'], [2_100, '\x03'])).toEqual({ passed: '\x03\x03', detached: 0 });
  });
});

describe('Ctrl-Z', () => {
  it('detaches, and is not passed on, nor what is typed after it', () => {
    expect(pressed([0, 'ab\x1ac'])).toEqual({ passed: 'ab', detached: 1 });
  });

  it('detaches only once with the Ctrl-C that came before it', () => {
    expect(pressed([0, '\x03\x03\x1a'])).toEqual({ passed: '\x03', detached: 1 });
    expect(pressed([0, '\x03\x1a'])).toEqual({ passed: '\x03', detached: 1 });
  });
});
