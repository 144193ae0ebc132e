import { describe, expect, it } from 'vitest';
import { addNotify, removeNotify } from './codex-config.js';

const script = '/state/hooks/muxwright-hook';
const ours = 'notify = ["/state/hooks/muxwright-hook", "codex-notify"]';
const path = 'config.toml';

describe('notify in a Codex configuration', () => {
  it.each([
    ['', `${ours}\n`],
    ['model = "x"\n', `model = "x"\n${ours}\n`],
    ['model = "x"', `model = "x"\n${ours}`],
    ['# mine\n\n[tui]\nnotify = ["x"]\n', `${ours}\n# mine\n\n[tui]\nnotify = ["x"]\n`],
    ['a = [\n  "]", # ]\n]\n\n[t]\n', `a = [\n  "]", # ]\n]\n${ours}\n\n[t]\n`],
    ['a = """\n[not a table]\n"""\n[t]\n', `a = """\n[not a table]\n"""\n${ours}\n[t]\n`],
    ["a = '''x''''\r\n[t]\r\n", `a = '''x''''\r\n${ours}\r\n[t]\r\n`],
  ])('is added to %j among the keys of the file itself, and taken out again', (text, expected) => {
    const added = addNotify(text, script, path, false);
    expect(added).toBe(expected);
    expect(addNotify(added, script, path, false)).toBe(added);
    expect(removeNotify(added, path)).toBe(text);
    expect(removeNotify(text, path)).toBe(text);
  });

  it('does not take the place of another one unasked', () => {
    expect(() => addNotify('notify = ["say", "done"]\n', script, path, false)).toThrow(
      expect.objectContaining({
        code: 'HOOK_IN_USE',
        message: 'config.toml already has a notify program: say done.',
        suggestion: expect.stringContaining('chain'),
      }),
    );
  });

  it.each([
    'model = "x"\nnotify = ["say", "a \\"b\\"", \'c\\d\'] # mine\n[t]\n',
    'notify = [\n  "say", # "no"\n  \'it\',\n]\nmodel = "x"\n',
    '"notify" = ["say"]',
  ])('calls the other one where that is wanted, and gives its place back: %j', (text) => {
    const chained = addNotify(text, script, path, true);
    expect(chained).toContain('"/state/hooks/muxwright-hook", "codex-notify", "--then", "say"');
    expect(addNotify(chained, script, path, true)).toBe(chained);
    expect(addNotify(chained, script, path, false)).toBe(chained);
    expect(removeNotify(chained, path)).toBe(text);
  });

  it('keeps the words of the other one', () => {
    const chained = addNotify('notify = ["say", "a \\"b\\"", \'c\\d\', "\\U0001F600"]\n', script, path, true);
    expect(chained.split('\n')[1]).toBe(
      `notify = ${JSON.stringify([script, 'codex-notify', '--then', 'say', 'a "b"', 'c\\d', '\u{1f600}']).replaceAll(',', ', ')}`,
    );
  });

  it('is moved when the state folder is another one', () => {
    const chained = addNotify('notify = ["say"]\n', '/old/muxwright-hook', path, true);
    expect(addNotify(chained, script, path, false)).toBe(addNotify('notify = ["say"]\n', script, path, true));
  });

  it.each([
    ['model "x"\n', 1, 'a key and = should be here'],
    ['a = 1\nb = "x\n', 2, 'a string has no end'],
    ['\na = [1,\n2\n', 2, 'a list has no end'],
  ])('is not added to %j, which is no TOML', (text, line, what) => {
    expect(() => addNotify(text, script, path, true)).toThrow(
      expect.objectContaining({
        code: 'HOOKS_FILE_INVALID',
        message: expect.stringMatching(new RegExp(`^config\\.toml:${line}: .*${what}`)),
      }),
    );
  });

  it('is not chained with what is no list of words', () => {
    expect(() => addNotify('notify = "say"\n', script, path, true)).toThrow(
      expect.objectContaining({ code: 'HOOKS_FILE_INVALID' }),
    );
  });

  it('stands behind a byte order mark, and goes without taking it away', () => {
    const text = '\ufeff[tui]\ntheme = "x"\n';
    const added = addNotify(text, script, path, false);
    expect(added).toMatch(/^\ufeffnotify = .*\n\[tui\]\n/);
    expect(added.lastIndexOf('\ufeff')).toBe(0);
    expect(removeNotify(added, path)).toBe(text);
  });
});
