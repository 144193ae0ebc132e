import { expect, it } from 'vitest';
import { inWordsOfOperations } from './words-of-operations.js';

it.each([
  ['Answer it with sendKeys() first.', 'Answer it with pane.keys first.'],
  ['use pane.sendText() or pane.paste().', 'use pane.send or pane.send.'],
  ['Find the id with tmux.panes().', 'Find the id with pane.list.'],
  ['once with TmuxAutomation.start().', 'once with run.start.'],
  ['Call connect() again.', 'Call connect() again.'],
  ['Nothing (here) to change.', 'Nothing (here) to change.'],
])('%s', (said, wanted) => {
  expect(inWordsOfOperations(said)).toBe(wanted);
});
