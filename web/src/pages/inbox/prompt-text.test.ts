import { describe, expect, it } from 'vitest';
import { promptText } from './prompt-text.js';

describe('promptText', () => {
  it('gives the question as it was printed', () => {
    expect(promptText({ prompt: ' Go on? ', promptKind: 'line' })).toBe('Go on?');
  });

  it('asks what is next where a turn is over', () => {
    expect(promptText({ prompt: undefined, promptKind: 'answer' })).toBe(
      'Its turn is over. What should it do next?',
    );
  });

  it('says when nothing was printed', () => {
    expect(promptText({ prompt: '', promptKind: 'line' })).toContain('without a question');
  });
});
