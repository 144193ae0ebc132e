import { describe, expect, it } from 'vitest';
import { yesOrNo } from './yes-or-no.js';

describe('yesOrNo', () => {
  it.each([
    ['Continue? [Y/n]', ['Y', 'n'], 'Y'],
    ['Overwrite file? (y/N) ', ['y', 'N'], 'N'],
    ['Are you sure (yes/no)?', ['yes', 'no'], undefined],
    [
      'Are you sure you want to continue connecting (yes/no/[fingerprint])?',
      ['yes', 'no', 'fingerprint'],
      undefined,
    ],
  ])('reads the answers of %s', (prompt, labels, selected) => {
    const options = yesOrNo(prompt);
    expect(options?.map(({ label }) => label)).toEqual(labels);
    expect(options?.find((option) => option.selected)?.label).toBe(selected);
  });

  it.each(['Name: ', 'Password for (root)', 'Which [1-9]?'])('sees none in %s', (prompt) => {
    expect(yesOrNo(prompt)).toBeUndefined();
  });
});
