import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { JsonMistake, jsonValue, memberOf, parseJson } from './json-document.js';

describe('parseJson', () => {
  it('reads what JSON.parse reads, however it is written', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.constantFrom(undefined, 2, '\t'), (value, indent) => {
        const text = JSON.stringify(value, null, indent);
        expect(jsonValue(parseJson(text))).toEqual(JSON.parse(text));
      }),
    );
  });

  it('refuses what JSON.parse refuses, and nothing else', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.stringMatching(/^[[\]{}",:0-9a-eE.+\-\\ \n]*$/)), (text) => {
        const ours = outcome(() => jsonValue(parseJson(text)));
        expect(ours).toEqual(outcome(() => JSON.parse(text)));
      }),
      { numRuns: 2_000 },
    );
  });

  it('knows where everything stands', () => {
    const text = '{ "a": [1, {"b": "x"}],\n "a": true }';
    const member = memberOf(parseJson(text), 'a');
    expect(member && text.slice(member.start, member.end)).toBe('"a": true');
  });

  it.each([
    ['{\n  "a": 1,\n}', 3, "'}' stands where a key in quotes should be"],
    ['{\n  "a" 1\n}', 2, "'1' stands where ':' should be"],
    ['// no\n{}', 1, "'/' stands where a value should be"],
    ['{"a": "x\n"}', 1, 'a string has no end'],
    ['{', 1, 'it ends where a key in quotes should be'],
    ['{} {}', 1, "'{' stands where nothing more should be"],
    ['['.repeat(10_000), 1, 'nested too deeply'],
  ])('names the line of the mistake in %j', (text, line, what) => {
    const mistake = mistakeIn(text);
    expect(mistake.line).toBe(line);
    expect(mistake.message).toContain(what);
  });

  it('takes a text that was cut anywhere as far as it goes', () => {
    const whole = { session_id: 'abc', n: 12, list: ['ä\n', { deep: null }], ok: true, prompt: 'x "y" é' };
    const text = JSON.stringify(whole);
    for (let end = 1; end < text.length; end++) {
      const value = jsonValue(parseJson(text.slice(0, end), { cut: true })) as Record<string, unknown>;
      for (const [key, part] of Object.entries(value)) {
        const full = whole[key as keyof typeof whole];
        if (typeof full === 'string') expect(full.startsWith(part as string)).toBe(true);
        else if (typeof full !== 'object') expect(part).toBe(full);
      }
      if (end > text.indexOf('"n"')) expect(value.session_id).toBe('abc');
    }
  });
});

function outcome(work: () => unknown): unknown {
  try {
    return { value: work() };
  } catch {
    return 'refused';
  }
}

function mistakeIn(text: string): JsonMistake {
  try {
    parseJson(text);
  } catch (error) {
    if (error instanceof JsonMistake) return error;
  }
  throw new Error('It was taken.');
}
