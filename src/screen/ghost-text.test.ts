import { describe, expect, it } from 'vitest';
import { cellsOf } from '../vt/cells.js';
import { styledRows } from '../vt/styled-rows.js';
import { ghostText } from './ghost-text.js';
import { findInputBox } from './input-box.js';
import { screenFromCapture } from './screen-from-capture.js';

function ghost(text: string): string {
  return ghostText(cellsOf(styledRows(text)[0] ?? []));
}

describe('ghostText', () => {
  it.each([
    ['dim', '\x1b[2mun the tests'],
    ['dark gray', '\x1b[90mun the tests'],
    ['gray of the palette', '\x1b[38;5;244mun the tests'],
    ['a distinct gray', '\x1b[38;2;108;112;134mun the tests'],
    ['under a drawn cursor', '\x1b[7mu\x1b[0;2mn the tests'],
    ['with plain spaces between dim words', '\x1b[7mu\x1b[0;2mn\x1b[0m \x1b[2mthe\x1b[0m \x1b[2mtests'],
  ])('is text that is %s [B8]', (_, text) => {
    expect(ghost(text)).toBe('un the tests');
  });

  it.each([
    ['plain', 'un the tests'],
    ['coloured', '\x1b[36mun the tests'],
    ['white', '\x1b[38;5;255mun the tests'],
    ['typed, under a drawn cursor', '\x1b[7mu\x1b[0mn the tests'],
    ['dark on a light ground', '\x1b[38;2;36;41;46mun the tests'],
    ['nothing but a drawn cursor', '\x1b[7m \x1b[0m'],
    ['one character under the cursor', '\x1b[7mu\x1b[0m'],
    ['dim at first only', '\x1b[2mun the\x1b[0m tests'],
  ])('is not text that is %s', (_, text) => {
    expect(ghost(text)).toBe('');
  });
});

describe('ghost text of an input box', () => {
  const box = (row: string, x: number, below = '') =>
    findInputBox(
      screenFromCapture(`──────────\n${row}\n──────────\n${below}`, { cursor: { x, y: 1, visible: false } }),
    );

  it('is what stands at the caret, and never part of the text [B8]', () => {
    expect(box('❯ git \x1b[7ms\x1b[0;2mtatus', 6)).toMatchObject({ text: 'git', ghost: 'status' });
    expect(box('❯ git\x1b[90m status', 5)).toMatchObject({ text: 'git', ghost: ' status' });
  });

  it('is not the dim text of a footer [B8]', () => {
    expect(box('❯ git', 5, '\x1b[2m  ? for shortcuts')).toMatchObject({ text: 'git', ghost: '' });
    expect(box('❯ ', 2, '\x1b[90m  ? for shortcuts')).toMatchObject({ text: '', ghost: '' });
  });

  it('is not the placeholder of an empty box [B8]', () => {
    expect(box('❯ \x1b[2mAsk me anything', 2)).toMatchObject({ text: '', ghost: '' });
  });

  it('is a suggestion in an empty box where the drawn cursor is on it', () => {
    expect(box('❯ \x1b[7mr\x1b[0;2mun the tests', 2)).toMatchObject({ text: '', ghost: 'run the tests' });
  });

  it('is not typed text behind the caret, though all of it be gray', () => {
    expect(box('❯ \x1b[90mtyped in gray', 7)).toMatchObject({ text: 'typed in gray', ghost: '' });
  });
});
