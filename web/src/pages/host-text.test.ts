import { expect, it } from 'vitest';
import { hostText } from './host-text.js';

it.each([
  ['local', 'this machine'],
  ['local?socket=demo', 'this machine · demo'],
  ['docker://sandbox', 'docker sandbox'],
  ['ssh://ada@build:22?socket=x', 'ssh ada@build:22 · x'],
  ['sandbox', 'sandbox'],
])('shows %s as %s', (host, text) => {
  expect(hostText(host)).toBe(text);
});
