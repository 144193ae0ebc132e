import { describe, expect, it } from 'vitest';
import { rank } from './rank.js';

const items = [
  { title: 'Overview' },
  { title: 'npm run deploy', detail: 'running' },
  { title: 'deploy-clock' },
  { title: 'echo "line 218: no price"; exit 2', detail: 'stopped' },
];

const titles = (text: string): readonly string[] => rank(items, text).map(({ title }) => title);

describe('what the palette finds', () => {
  it('is everything, in its order, before a letter is typed', () => {
    expect(rank(items, ' ')).toBe(items);
  });

  it('begins with what begins so, then what has it as a word', () => {
    expect(titles('deploy')).toEqual(['deploy-clock', 'npm run deploy']);
  });

  it('has abbreviations of words, but no letters from all over a line', () => {
    expect(titles('ovw')).toEqual(['Overview']);
    expect(titles('elx')).toEqual([]);
  });

  it('needs every word, in the title or in the detail', () => {
    expect(titles('npm runn')).toEqual(['npm run deploy']);
    expect(titles('npm stopped')).toEqual([]);
  });
});
