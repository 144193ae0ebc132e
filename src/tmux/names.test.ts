import { describe, expect, it } from 'vitest';
import { checkSessionName, checkWindowName, literalFormat } from './names.js';

describe('names', () => {
  it('suggests the name that tmux would have made of it', () => {
    expect(() => checkSessionName('a.b:c')).toThrow(
      expect.objectContaining({ code: 'INVALID_NAME', suggestion: "Use 'a_b_c'." }),
    );
    expect(checkWindowName('a.b:c')).toBe('a.b:c');
  });

  it.each(['', 'a\nb', '\x1b[31m', '\ud800', 'x'.repeat(201)])('refuses %j', (name) => {
    expect(() => checkWindowName(name)).toThrow(expect.objectContaining({ code: 'INVALID_NAME' }));
  });
});

describe('literalFormat', () => {
  it('doubles each # except those of a style', () => {
    expect(literalFormat('a#{pid} ##x #[fg=red] ##[ #')).toBe('a##{pid} ####x #[fg=red] ##[ ##');
  });
});
