import { describe, expect, it } from 'vitest';
import { inWordsOfCommands } from './words-of-commands.js';

describe('suggestions in the words of commands', () => {
  it.each([
    ['run.list has those there are.', 'mux runs has those there are.'],
    ['Look with worker.list, or pane.list.', 'Look with mux ls, or mux panes.'],
    ['agent.install-hooks tells it.', 'mux hooks install tells it.'],
    ['Give a larger timeoutMs.', 'Give a larger --timeout.'],
    ["Did you mean 'pane.list'?", "Did you mean 'pane.list'?"],
    ['See docs.example and muxwright.yaml.', 'See docs.example and muxwright.yaml.'],
  ])('%s', (text, words) => {
    expect(inWordsOfCommands(text)).toBe(words);
  });
});
