import { describe, expect, it } from 'vitest';
import { columns, toTable } from './labs/agents/agent-row.js';
import { putCells, putRows } from './labs/agents/lab-page.js';

const page = (own: string): string =>
  `# Lab\n\nProse.\n\n<!-- own profiles: begin -->\n\n${own}\n\n<!-- own profiles: end -->\n\nMore prose.\n`;
const row = (agent: string, messages: number): string[] =>
  columns.map((column, at) => (at === 0 ? agent : at === 1 ? String(messages) : column));

describe('the page of the agent lab', () => {
  it('keeps its prose and the rows of agents that were not run', () => {
    const before = page(toTable([row('pi 1.0.0', 3), row('qwen 1.0.0', 4)]));
    const after = putRows(before, 'own', [row('qwen 1.0.0', 99), row('gemini 2.0.0', 5)]);
    expect(after).toBe(page(toTable([row('gemini 2.0.0', 5), row('pi 1.0.0', 3), row('qwen 1.0.0', 99)])));
  });

  it('takes the cells of one trial into a row that is there', () => {
    const before = page(toTable([row('pi 1.0.0', 3)]));
    expect(putCells(before, 'own', 'pi 1.0.0', { messages: '7' })).toBe(page(toTable([row('pi 1.0.0', 7)])));
    expect(() => putCells(before, 'own', 'other', {})).toThrow('no row for other');
  });

  it('must have a place for the table', () => {
    expect(() => putRows(page(''), 'generic', [])).toThrow('no table');
  });
});
