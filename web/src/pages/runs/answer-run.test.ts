import { expect, it } from 'vitest';
import { inputOf } from './answer-run.js';
import { sameQuestion } from './read-question.js';

const option = { text: '2', mode: 'option', secret: false } as const;

it('chooses from a list on the screen, and names the question that was read', () => {
  expect(inputOf({ kind: 'key', fingerprint: 'd1.a.b' }, option)).toEqual({
    text: '2',
    mode: 'option',
    fingerprint: 'd1.a.b',
  });
});

it('types the answer where a line is read, with Enter, and a single key without', () => {
  const yes = { text: 'y', mode: 'option', secret: false } as const;
  const typed = { text: 'y', secret: false, fingerprint: 's1.a' };
  expect(inputOf({ kind: 'line', fingerprint: 's1.a' }, yes)).toEqual({ ...typed, enter: true });
  expect(inputOf({ kind: 'key', fingerprint: 's1.a' }, yes)).toEqual({ ...typed, enter: false });
  const name = { text: 'Ada', mode: 'text', secret: false } as const;
  expect(inputOf({ kind: 'key', fingerprint: 's1.a' }, name)).toMatchObject({ text: 'Ada', enter: true });
});

it('takes a question for the same whichever of its options is highlighted', () => {
  expect(sameQuestion('d1.a.b', 'd1.a.c')).toBe(true);
  expect(sameQuestion('d1.a.b', 'd1.x.b')).toBe(false);
  expect(sameQuestion('s1.a', 's1.b')).toBe(false);
});
