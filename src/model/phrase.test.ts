import { expect, it } from 'vitest';
import { MuxError } from './mux-error.js';
import { callOf, field, Phrase, phrase, type Words } from './phrase.js';

const shout: Words = { call: ({ operation }) => operation.toUpperCase(), field: (name) => `<${name}>` };
const advice = phrase`Read it with ${callOf('run.output', { run: 'a1' }, 'harvest()')}, or give a larger ${field('timeoutMs')}.`;

it('reads as the TypeScript API does, and in the words of a face', () => {
  expect(String(advice)).toBe('Read it with harvest(), or give a larger timeoutMs.');
  expect(advice.in(shout)).toBe('Read it with RUN.OUTPUT, or give a larger <timeoutMs>.');
  expect(String(advice.spoken(shout))).toBe(advice.in(shout));
  expect(JSON.stringify({ advice })).toBe(`{"advice":"${advice}"}`);
});

it('tells which operations and fields it refers to, whatever its words are', () => {
  expect(advice.calls).toEqual([{ operation: 'run.output', input: { run: 'a1' } }]);
  expect(advice.names('timeoutMs')).toBe(true);
  expect(phrase`Give a larger timeoutMs to run.output.`.calls).toEqual([]);
  expect(phrase`Give a larger timeoutMs.`.names('timeoutMs')).toBe(false);
});

it('leaves out what is not known', () => {
  expect(phrase`${callOf('run.output', { run: undefined })}`.calls).toEqual([
    { operation: 'run.output', input: {} },
  ]);
});

it('takes phrases into phrases', () => {
  const longer = phrase`${advice} ${'Or'} try again.`;
  expect(longer.in(shout)).toBe(`${advice.in(shout)} Or try again.`);
  expect(longer.calls).toEqual(advice.calls);
});

it('is changed in its texts and values, also where a text was put together', () => {
  const seen: string[] = [];
  const changed = phrase`a ${'hunter2'} b ${callOf('run.output', { run: 'hunter2' })}`.map((text) => {
    seen.push(text);
    return text.replace('hunter2', '****');
  });
  expect(seen).toEqual(['a hunter2 b ', 'hunter2']);
  expect(changed.calls).toEqual([{ operation: 'run.output', input: { run: '****' } }]);
  expect(String(changed)).toBe('a **** b run.output');
});

it('is what an error suggests, as a sentence and as data', () => {
  const error = new MuxError('TIMEOUT', 'It took long.', { suggestion: advice });
  expect(error.suggestion).toBe(String(advice));
  expect(error.next).toEqual(advice.calls);
  const plain = new MuxError('TIMEOUT', 'It took long.', { suggestion: 'Try again.' });
  expect(plain.advice).toBeInstanceOf(Phrase);
  expect([plain.suggestion, plain.next]).toEqual(['Try again.', []]);
  expect(new MuxError('TIMEOUT', 'It took long.').next).toEqual([]);
});
