import { describe, expect, it } from 'vitest';
import { pageExamples, testPage } from './page-examples.js';

describe('the README', () => {
  it('has examples', () => {
    expect(pageExamples('README.md').length).toBeGreaterThanOrEqual(8);
  });

  testPage('README.md');
});
