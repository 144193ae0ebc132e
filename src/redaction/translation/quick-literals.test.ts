import { describe, expect, it } from 'vitest';
import { quickLiterals } from './quick-literals.js';

describe('quickLiterals', () => {
  it('keeps those in lower case apart, and leaves out what is found with a shorter one', () => {
    const patterns = [
      { ignoreCase: false, literals: ['sk-ant-', 'sk-', 'AKIA'] },
      { ignoreCase: false, literals: ['AKIA'] },
      { ignoreCase: true, literals: ['password'] },
      { ignoreCase: false },
    ];
    expect(quickLiterals(patterns)).toEqual({ exact: ['sk-', 'AKIA'], folded: ['password'] });
  });
});
