import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkPair, pairText, parsePair, sessionName } from './session-name.js';

/** Parts that are alike: dashes, what tmux changes, and the look of hashed names. */
const part = fc.oneof(
  fc.string({ unit: fc.constantFrom('a', 'b', '-', '_', '.', ':', '~', '1'), minLength: 1, maxLength: 5 }),
  fc.string({ unit: 'binary', minLength: 1, maxLength: 5 }),
);
const pair = fc.record({ workspace: part, chatId: part });

describe('the name of a session', () => {
  it('is claude, the workspace and the chat id where these are plain [M9]', () => {
    expect(sessionName({ workspace: 'cc-bridge', chatId: '123456789' })).toBe('claude-cc-bridge-123456789');
    expect(sessionName({ workspace: 'myproject', chatId: '987654321' })).toBe('claude-myproject-987654321');
  });

  it('is the same in every process [M10]', () => {
    expect(sessionName({ workspace: 'a', chatId: '-100123' })).toBe('claude-a--100123~8baed594553a');
  });

  it('has a hash where two pairs could meet, or tmux forbids a character [M11]', () => {
    expect(sessionName({ workspace: 'a-b', chatId: 'c' })).toBe('claude-a-b-c');
    expect(sessionName({ workspace: 'a', chatId: 'b-c' })).toMatch(/^claude-a-b-c~[0-9a-f]{12}$/);
    expect(sessionName({ workspace: 'v1.2:x', chatId: '7' })).toMatch(/^claude-v1_2_x-7~[0-9a-f]{12}$/);
    expect(sessionName({ workspace: '../../etc', chatId: '🙂\n' })).toMatch(/^claude-_etc-_~[0-9a-f]{12}$/);
    expect(sessionName({ workspace: 'x'.repeat(1_000), chatId: 'y'.repeat(1_000) }).length).toBeLessThan(120);
  });

  it('is shared by no two pairs of any set [M11] [M38]', () => {
    fc.assert(
      fc.property(fc.array(pair, { maxLength: 200 }), (pairs) => {
        const texts = new Set(pairs.map(pairText));
        const names = new Set(pairs.map(sessionName));
        expect(names.size).toBe(texts.size);
        for (const name of names) expect(name).toMatch(/^claude-[A-Za-z0-9_~-]+$/);
      }),
      { numRuns: 300 },
    );
  });
});

describe('a pair', () => {
  it('is the same whether the chat id is a number or its digits [M6]', () => {
    expect(checkPair('w', 123)).toEqual(checkPair('w', '123'));
    expect(checkPair('w', -100123)).toEqual({ workspace: 'w', chatId: '-100123' });
  });

  it('comes back from its text, which is plain ASCII', () => {
    fc.assert(
      fc.property(pair, (one) => {
        expect(pairText(one)).toMatch(/^[ -~]*$/);
        expect(parsePair(pairText(one))).toEqual(one);
      }),
    );
    expect(parsePair('')).toBeUndefined();
    expect(parsePair('{"workspace":1}')).toBeUndefined();
  });

  it.each([
    ['', '1', 'A workspace is missing: it is empty.'],
    ['w', '', 'A chat id is missing: it is empty.'],
    ['w', Number.NaN, 'NaN is not a chat id: it is not a safe integer.'],
    [
      'x'.repeat(1_000_000),
      '1',
      'A workspace of 1000000 characters is longer than the 1000 that there may be.',
    ],
    [undefined as unknown as string, '1', 'A workspace is missing: it is of type undefined.'],
  ])('is refused where it has no sense', (workspace, chatId, message) => {
    expect(() => checkPair(workspace, chatId)).toThrow(
      expect.objectContaining({ code: 'INVALID_ARGUMENT', message, suggestion: expect.any(String) }),
    );
  });
});
