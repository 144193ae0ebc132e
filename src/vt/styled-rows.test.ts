import { describe, expect, it } from 'vitest';
import { afterSgr, plainStyle } from './select-graphic-rendition.js';
import { rowText, styledRows } from './styled-rows.js';

describe('styledRows', () => {
  it('gives the runs of a row with their looks', () => {
    expect(styledRows('\x1b[2mdim\x1b[0m plain \x1b[7mr\x1b[0m')).toEqual([
      [
        { ...plainStyle, dim: true, text: 'dim' },
        { ...plainStyle, text: ' plain ' },
        { ...plainStyle, reverse: true, text: 'r' },
      ],
    ]);
  });

  it('carries a look on over the end of a row, as tmux writes it', () => {
    const [, second] = styledRows('\x1b[38;5;246mgray\nstill gray\x1b[39m not\n');
    expect(second).toEqual([
      { ...plainStyle, foreground: '38;5;246', text: 'still gray' },
      { ...plainStyle, text: ' not' },
    ]);
  });

  it('puts pieces of the same look together', () => {
    expect(styledRows('\x1b[1ma\x1b[22m\x1b[1mb')).toEqual([[{ ...plainStyle, bold: true, text: 'ab' }]]);
  });

  it('keeps the text of links and drops their addresses', () => {
    expect(styledRows('see \x1b]8;;https://x.example/a;b\x1b\\here\x1b]8;;\x1b\\ now').map(rowText)).toEqual([
      'see here now',
    ]);
    expect(styledRows('\x1b]8;id=1;https://x.example\x07a\x1b]8;;\x07').map(rowText)).toEqual(['a']);
  });

  it('draws the lines that tmux gives as letters', () => {
    expect(styledRows('\x0elqqk\x0f q\n\x0ex  x\x0f').map(rowText)).toEqual(['┌──┐ q', '│  │']);
  });

  it('drops other control sequences', () => {
    expect(styledRows('a\x1b[5Cb\x1b(Bc\x1b[?25hd\x00e').map(rowText)).toEqual(['abcde']);
  });

  it('gives no rows for nothing, and an empty row for an empty line', () => {
    expect(styledRows('')).toEqual([]);
    expect(styledRows('\n')).toEqual([[]]);
    expect(styledRows('a\n\nb\n').map(rowText)).toEqual(['a', '', 'b']);
  });
});

describe('afterSgr', () => {
  const styled = (...sequences: string[]) => sequences.reduce(afterSgr, plainStyle);

  it('sets and clears attributes', () => {
    expect(styled('1;2;3;7')).toMatchObject({ bold: true, dim: true, italic: true, reverse: true });
    expect(styled('1;2;3;7', '22;23;27')).toEqual(plainStyle);
    expect(styled('1;2;31', '0')).toEqual(plainStyle);
    expect(styled('1;2;31', '')).toEqual(plainStyle);
  });

  it('understands every way of writing a colour', () => {
    expect(styled('31').foreground).toBe('31');
    expect(styled('97').foreground).toBe('97');
    expect(styled('38;5;244').foreground).toBe('38;5;244');
    expect(styled('38:5:244').foreground).toBe('38;5;244');
    expect(styled('38;2;1;2;3').foreground).toBe('38;2;1;2;3');
    expect(styled('38:2:1:2:3').foreground).toBe('38;2;1;2;3');
    expect(styled('38:2::1:2:3').foreground).toBe('38;2;1;2;3');
    expect(styled('48;5;237').background).toBe('48;5;237');
    expect(styled('48;2;1;2;3;2')).toMatchObject({ background: '48;2;1;2;3', dim: true });
  });

  it('counts the first colours of the palette as the plain ones', () => {
    expect([styled('38;5;1').foreground, styled('38;5;8').foreground]).toEqual(['31', '90']);
    expect([styled('48;5;1').background, styled('48;5;9').background]).toEqual(['41', '101']);
  });

  it('does not take the colour of an underline, or its kind, for something else', () => {
    expect(styled('58;5;2')).toEqual(plainStyle);
    expect(styled('58;2;7;7;7')).toEqual(plainStyle);
    expect(styled('4:3')).toEqual({ ...plainStyle, underline: true });
  });

  it('clears colours', () => {
    expect(styled('31;42', '39')).toMatchObject({ foreground: undefined, background: '42' });
    expect(styled('31;42', '49')).toMatchObject({ foreground: '31', background: undefined });
  });
});
