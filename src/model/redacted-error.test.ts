import { expect, it } from 'vitest';
import { MuxError } from './mux-error.js';
import { redactedError } from './redacted-error.js';

it('takes secrets out of every text of an error, and bytes and causes altogether', () => {
  const error = new MuxError('TIMEOUT', 'it showed hunter2', {
    suggestion: 'look at hunter2',
    details: {
      screen: 'hunter2\n$',
      lines: ['a', { text: 'hunter2' }],
      raw: Buffer.from('hunter2'),
      timeoutMs: 5,
      nothing: undefined,
    },
    cause: new Error('hunter2'),
  });
  const redacted = redactedError(error, (text) => text.replaceAll('hunter2', '****')) as MuxError;
  expect(redacted).toMatchObject({ code: 'TIMEOUT', message: 'it showed ****', suggestion: 'look at ****' });
  expect(redacted.details).toEqual({ screen: '****\n$', lines: ['a', { text: '****' }], timeoutMs: 5 });
  expect(redacted.cause).toBeUndefined();
});

it('leaves an error alone that is not ours', () => {
  const error = new TypeError('a mistake in the code');
  expect(redactedError(error, () => '')).toBe(error);
});
