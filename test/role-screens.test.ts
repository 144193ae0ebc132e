import { describe, expect, it } from 'vitest';
import { falseInteractive, judgeScreens, scores } from './labs/roles/judge-screens.js';

const bare = judgeScreens();
const half = (wanted: string) => bare.filter((one) => one.half === wanted);

describe('the tree of roles on labelled screens of real programs', () => {
  it('has screens of both halves', () => {
    expect(half('seen').length).toBeGreaterThan(60);
    expect(half('held').length).toBeGreaterThan(60);
  });

  it('sees nothing to act on in logs, differences and manual pages', () => {
    expect(bare.filter(({ calm }) => calm).length).toBeGreaterThan(15);
    expect(falseInteractive(bare)).toEqual([]);
  });

  it('is right wherever it is certain', () => {
    const wrong = bare.flatMap(({ id, extra }) =>
      extra
        .filter(({ confidence }) => confidence === 'certain')
        .map(({ role, name }) => `${id} ${role} ${name}`),
    );
    expect(wrong).toEqual([]);
  });

  it.each([
    ['seen', 'button', 0.95],
    ['seen', 'checkbox', 0.7],
    ['seen', 'radio', 1],
    ['seen', 'dialog', 0.9],
    ['seen', 'textbox', 0.9],
    ['held', 'button', 0.6],
    ['held', 'checkbox', 0.8],
    ['held', 'dialog', 0.7],
    ['held', 'option', 0.5],
  ])('of the half %s finds %s with a recall of %d and a precision of 0.98', (wanted, role, recall) => {
    const score = scores(half(wanted)).find((one) => one.role === role);
    expect(score?.recall).toBeGreaterThanOrEqual(recall);
    expect(score?.precision).toBeGreaterThanOrEqual(0.98);
  });
});
