import { expect, it } from 'vitest';
import { SentinelFilter } from './sentinel-filter.js';

it('takes out what a run tells its recorder, wherever it is cut', () => {
  const text =
    'a\x18\x1b]7770;abc;start;id;1\x1b\\b\x18c\x1b]0;t\x07\x18\x1b]7770;abc;hide;68756e74\x1b\\d\x18';
  for (let size = 1; size <= text.length; size++) {
    const filter = new SentinelFilter();
    let shown = '';
    for (let at = 0; at < text.length; at += size) shown += filter.push(text.slice(at, at + size));
    expect(shown + filter.push('e')).toBe('ab\x18c\x1b]0;t\x07d\x18e');
  }
});
