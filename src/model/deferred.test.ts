import { expect, it } from 'vitest';
import { deferred } from './deferred.js';

it('is resolved from outside, once', async () => {
  const answer = deferred<number>();
  answer.resolve(1);
  answer.resolve(2);
  answer.reject(new Error('late'));
  expect(await answer.promise).toBe(1);
});

it('is rejected from outside', async () => {
  const answer = deferred();
  answer.reject(new Error('no'));
  await expect(answer.promise).rejects.toThrow('no');
});
