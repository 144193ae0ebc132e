import { expect, it } from 'vitest';
import { signalOfCode } from './signal-names.js';

it.each([
  [129, 'SIGHUP'],
  [134, 'SIGABRT'],
  [137, 'SIGKILL'],
  [139, 'SIGSEGV'],
  [143, 'SIGTERM'],
  [157, 'SIGIO'],
  [159, 'SIGSYS'],
  [0, undefined],
  [128, undefined],
  [255, undefined],
])('calls the signal of %i by its usual name', (code, name) => {
  expect(signalOfCode(code)).toBe(name);
});
