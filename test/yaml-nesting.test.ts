import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { parseConfig } from '../src/config/parse-config.js';
import { tooDeepLine } from '../src/model/yaml-nesting.js';
import { parseProfile } from '../src/panes/profiles/parse-profile.js';

describe('YAML that is nested too deeply', () => {
  it.each(['[', '{', '{a: ', '- ', '? ', ': ', 'a: ', '- - ', '[{', '"a": '])(
    'is refused and does not end the process: %j again and again',
    (token) => {
      for (const times of [200, 20_000]) {
        const text = `tmux_bridge:\n  ${token.repeat(times)}`;
        expect(() => parseConfig(text, 'x.yaml')).toThrow(
          expect.objectContaining({ code: 'CONFIG_INVALID' }),
        );
        expect(() => parseProfile(text, 'x.yaml')).toThrow(
          expect.objectContaining({ code: 'PROFILE_INVALID' }),
        );
      }
    },
  );

  it('is named by its line, also where it goes deeper line by line', () => {
    expect(tooDeepLine(`a: 1\nb: ${'['.repeat(200)}`)).toBe(2);
    const steps = Array.from({ length: 200 }, (_, depth) => `${' '.repeat(depth)}a:`).join('\n');
    expect(tooDeepLine(steps)).toBe(102);
    expect(() => parseConfig(steps, 'x.yaml')).toThrow('x.yaml:102: this is nested too deeply');
  });

  it('is not what anybody writes', async () => {
    expect(tooDeepLine('a: [1, {b: "[[[["}]\n'.repeat(1_000))).toBeUndefined();
    expect(tooDeepLine(`a: "${'['.repeat(500)}" # ${'['.repeat(500)}`)).toBeUndefined();
    expect(
      tooDeepLine(await readFile(new URL('../profiles/claude-code.yaml', import.meta.url), 'utf8')),
    ).toBeUndefined();
  });
});
