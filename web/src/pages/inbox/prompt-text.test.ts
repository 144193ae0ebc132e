import { describe, expect, it } from 'vitest';
import { promptText } from './prompt-text.js';

describe('promptText', () => {
  it('gives the question as it was printed', () => {
    expect(promptText({ prompt: ' Go on? ', promptKind: 'line' })).toBe('Go on?');
  });

  it('does not show people how the end of a turn was seen', () => {
    expect(promptText({ prompt: "idle: row 29 'for shortcuts'", promptKind: 'answer' })).toBe(
      'Its turn is over. What next?',
    );
  });

  it('says when nothing was printed', () => {
    expect(promptText({ prompt: '', promptKind: 'line' })).toContain('printed no question');
  });
});
