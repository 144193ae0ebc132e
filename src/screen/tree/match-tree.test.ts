import { describe, expect, it } from 'vitest';
import { screenFromCapture } from '../screen-from-capture.js';
import { findNode } from './find-node.js';
import { matchTree } from './match-tree.js';
import { findByRef } from './refs.js';
import { screenTree } from './screen-tree.js';
import { treeText } from './tree-text.js';

const dialog = (focused: 'Yes' | 'No', above = ''): string => {
  const label = (name: 'Yes' | 'No'): string =>
    name === focused ? `\x1b[7m< ${name} >\x1b[0m` : `< ${name} >`;
  return `${above}\n  ┌──── Quit? ─────┐\n  │ Leave it now?  │\n  │ ${label('Yes')} ${label('No')} │\n  └────────────────┘\n`;
};

const tree = (focused: 'Yes' | 'No', above?: string) => screenTree(screenFromCapture(dialog(focused, above)));

describe('treeText and matchTree', () => {
  it('write a dialog as lines, and read them again', () => {
    const text = treeText(tree('Yes'));
    expect(text).toBe('- dialog "Quit?":\n  - button "Yes" [focused]\n  - button "No"');
    expect(matchTree(tree('Yes'), text)).toEqual({ matches: true, difference: '' });
  });

  it.each([
    '- button "No"',
    '- dialog\n  - button /^y/i [focused]',
    '    - dialog "Quit?":\n      - button "Yes"\n      - button',
  ])('take %j as a part of it', (part) => {
    expect(matchTree(tree('Yes'), part).matches).toBe(true);
  });

  it.each([
    '- button "No" [focused]',
    '- dialog\n  - button "No"\n  - button "Yes"',
    '- dialog "Save?"',
    '- checkbox',
  ])('see that %j is not there', (part) => {
    expect(matchTree(tree('Yes'), part).matches).toBe(false);
  });

  it('show the missing line with what is nearest to it', () => {
    const { difference } = matchTree(tree('Yes'), '- dialog "Quit?":\n  - button "No" [focused]');
    expect(difference).toContain('-   - button "No" [focused]   (nearest: button "No")');
    expect(difference).toContain('  - dialog "Quit?":');
  });

  it.each([
    ['', 'is empty'],
    ['- knob "x"', "'knob' is not a role"],
    ['- button "x" [lit]', "'[lit]' is not a state"],
    ['button', 'is not of the form'],
    ['- button /(/', 'not a regular expression'],
  ])('refuse %j in a sentence', (text, why) => {
    expect(() => matchTree(tree('Yes'), text)).toThrow(why);
  });
});

describe('references', () => {
  it('stay the same when the element moves and another one has the focus', () => {
    const { ref } = findNode(tree('Yes'), { role: 'button', name: 'no' });
    expect(findByRef(tree('No', '\n\n\n'), ref)).toMatchObject({ name: 'No', state: ['focused'] });
  });

  it('are stale when the element is gone', () => {
    const { ref } = findNode(tree('Yes'), { role: 'button', name: 'No' });
    expect(() => findByRef(screenTree(screenFromCapture('$ ')), ref)).toThrow(
      expect.objectContaining({ code: 'STALE_REF' }),
    );
  });

  it('tell twins apart, and are stale when their number changes', () => {
    const boxes = (count: number) => screenTree(screenFromCapture(dialog('Yes').repeat(count)));
    const refs = boxes(2).children.map(({ ref }) => ref);
    expect(refs.map((ref) => ref.replace(/^e\d+/, ''))).toEqual(['.1of2', '.2of2']);
    expect(() => findByRef(boxes(3), refs[0] ?? '')).toThrow('is now one of 3 alike');
  });
});

describe('findNode', () => {
  it('lists what fits when more than one does', () => {
    expect(() => findNode(tree('Yes'), { role: 'button' })).toThrow(
      expect.objectContaining({ code: 'ELEMENT_AMBIGUOUS' }),
    );
  });

  it('lists what is there when nothing fits', () => {
    expect(() => findNode(tree('Yes'), { role: 'button', name: 'Maybe' })).toThrow(
      expect.objectContaining({ code: 'ELEMENT_NOT_FOUND', suggestion: expect.anything() }),
    );
  });
});
