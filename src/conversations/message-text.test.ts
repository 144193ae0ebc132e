import { describe, expect, it } from 'vitest';
import { messageText } from './message-text.js';
import type { RowKind, TranscriptRow } from './transcript-row.js';

/** Rows of a terminal of so many columns, as a program with indented messages shows them. */
function rows(width: number, texts: readonly string[], kind: RowKind = 'agent'): TranscriptRow[] {
  return texts.map((text, index) => row(width, text, index === 0 ? kind : 'text', index === 0 ? '● ' : '  '));
}

function row(width: number, text: string, kind: RowKind, marker: string): TranscriptRow {
  return { kind, marker, text, width, joint: undefined, muted: false, shaded: false };
}

describe('messageText', () => {
  it('puts a paragraph together that the program has wrapped', () => {
    expect(messageText(rows(20, ['please look at the', 'failing tests now']))).toBe(
      'please look at the failing tests now',
    );
  });

  it('keeps lines apart where the next word would have fitted', () => {
    expect(messageText(rows(40, ['Name:', 'Ada']))).toBe('Name:\nAda');
  });

  it('keeps blank lines', () => {
    expect(messageText(rows(40, ['one', '', 'two']))).toBe('one\n\ntwo');
  });

  it('puts a long word together that was broken', () => {
    expect(messageText(rows(12, ['aaaaaaaaaa', 'bbbbb']))).toBe('aaaaaaaaaabbbbb');
  });

  it('puts text together that has no spaces between words', () => {
    expect(messageText(rows(12, ['日本語の文', '章です']))).toBe('日本語の文章です');
  });

  it('keeps the items of a list, each in one line', () => {
    const texts = [
      'Three things:',
      '- the first is',
      '  quite long',
      '- the second',
      '  1. inner one',
      '     goes on',
    ];
    expect(messageText(rows(18, texts))).toBe(
      'Three things:\n- the first is quite long\n- the second\n  1. inner one goes on',
    );
  });

  it('keeps code as it is', () => {
    const code = ['if (ready) {', '  start();', '', '  // and then', '}'];
    expect(messageText(rows(60, code))).toBe(code.join('\n'));
  });

  it('joins rows of a quote, and writes its bar as Markdown does', () => {
    expect(messageText(rows(20, ['▎ a quote that is', '▎ long enough']))).toBe(
      '> a quote that is long enough',
    );
  });

  it('turns a table with lines into one of Markdown, and cells over several rows into one', () => {
    const table = [
      '┌─────┬─────┐',
      '│  a  │ b   │',
      '├─────┼─────┤',
      '│ one │ two │',
      '│     │ too │',
      '└─────┴─────┘',
    ];
    expect(messageText(rows(60, table))).toBe('| a | b |\n| --- | --- |\n| one | two too |');
  });

  it('takes the box away from text in a box', () => {
    expect(messageText(rows(60, ['╭──────╮', '│ note │', '╰──────╯']))).toBe('note');
  });

  it('indents what a tool gave back as the tool did', () => {
    const tool = [
      row(60, 'Bash(ls)', 'tool', '● '),
      row(60, 'src', 'output', '  ⎿  '),
      row(60, '     lib', 'text', ''),
      row(60, '  inner', 'text', '     '),
    ];
    expect(messageText(tool)).toBe('Bash(ls)\nsrc\nlib\n  inner');
  });

  it('takes away the indentation of rows that hang behind a marker', () => {
    const hanging = [
      row(60, 'one', 'agent', '• '),
      row(60, '  two', 'text', ''),
      row(60, '    three', 'text', ''),
    ];
    expect(messageText(hanging)).toBe('one\ntwo\n  three');
  });

  it('joins what the terminal wrapped, in the midst of a word and of spaces', () => {
    const wrapped: TranscriptRow[] = [
      { ...row(10, 'abcdefgh  ', 'agent', ''), joint: '' },
      { ...row(10, 'ij', 'text', '') },
    ];
    expect(messageText(wrapped)).toBe('abcdefgh  ij');
  });
});
