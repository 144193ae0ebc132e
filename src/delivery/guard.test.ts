import { describe, expect, it } from 'vitest';
import { bareRow, guardFormat, rowPattern } from './guard.js';

describe('rowPattern', () => {
  it('keeps letters and digits only, and few of them', () => {
    expect(rowPattern('❯ say "hello", #{pane_id} 100%')).toBe('say.*hello.*pane.*id.*100');
    expect(rowPattern('one two three four five six seven eight')).toBe(
      'three.*four.*five.*six.*seven.*eight',
    );
  });

  it('gives nothing for a row that says too little', () => {
    expect(rowPattern('❯ 日本語')).toBe('');
    expect(rowPattern('ok')).toBe('');
  });
});

describe('bareRow', () => {
  const pattern = new RegExp(bareRow('Please fix it (now).  '));

  it('fits a row with the text and nothing else but signs', () => {
    expect(bareRow('Please fix it (now).  ')).toBe('^[^A-Za-z0-9]*Please fix it .now..[^A-Za-z0-9]*$');
    expect(pattern.test('│ ❯ Please fix it (now).     │')).toBe(true);
  });

  it.each([
    ['more behind the text', '❯ Please fix it (now). and run the tests'],
    ['a letter behind it', '❯ Please fix it (now).q'],
    ['a letter before it', '❯ qPlease fix it (now).'],
  ])('does not fit a row with %s', (_, row) => {
    expect(pattern.test(row)).toBe(false);
  });

  it('gives nothing where the locale, the width or a lack of letters could mislead', () => {
    expect(bareRow('größer')).toBe('');
    expect(bareRow('!?')).toBe('');
    expect(bareRow('one word '.repeat(9))).toBe('');
  });
});

describe('guardFormat', () => {
  it('is one condition for everything', () => {
    const isOurs = '#{m:token *,#{@muxwright_sender}}';
    expect(guardFormat({ isOurs })).toBe(
      `#{&&:#{&&:${isOurs},#{==:#{pane_in_mode},0}},#{==:#{pane_dead},0}}`,
    );
    const format = guardFormat({
      isOurs,
      command: 'my agent',
      cursor: { x: 3, y: 4, visible: false },
      signs: { rows: ['Do you want'], titles: ['Action Required'] },
    });
    expect(format).toContain('#{m/r:^my.agent$,#{pane_current_command}}');
    expect(format).toContain('#{==:#{cursor_x} #{cursor_y} #{cursor_flag},3 4 0}');
    expect(format).toContain('#{==:#{C/ri:Do you want},0}');
    expect(format).toContain('#{==:#{m/ri:Action Required,#{pane_title}},0}');
  });
});
