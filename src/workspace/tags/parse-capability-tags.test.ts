import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseCapabilityTags, type ReadTag } from './parse-capability-tags.js';

function attributesOf(text: string): unknown[] {
  return parseCapabilityTags(text).map((tag) => (tag.kind === 'tag' ? withName(tag) : tag.problem));
}

describe('capability tags in free text', () => {
  it('are found in order, over several lines and with attributes in any order [C2]', () => {
    const text = `First I look.
<capability name="tmux" action="list" />
Then, in a fence:
\`\`\`xml
<capability action='send'
  command='echo "a > b"'
  pane="0.0"
  name="tmux"/>
\`\`\``;
    expect(attributesOf(text)).toEqual([
      { name: 'tmux', action: 'list' },
      { name: 'tmux', action: 'send', pane: '0.0', command: 'echo "a > b"' },
    ]);
    expect(parseCapabilityTags(text).map(({ line, column }) => [line, column])).toEqual([
      [2, 1],
      [5, 1],
    ]);
  });

  it('may hold entities, bare ampersands, newlines and > [C2]', () => {
    const text =
      '<capability name="tmux" command="a && b &amp;&amp; c &lt;d &#65;&#x42;\n&quot;e&quot; > f &unknown;"/>';
    expect(attributesOf(text)).toEqual([{ name: 'tmux', command: 'a && b && c <d AB\n"e" > f &unknown;' }]);
  });

  it('are left out in comments, and nothing else is a tag', () => {
    expect(
      attributesOf('<!-- <capability name="tmux" /> --> <capabilityx a="b" /> <capability name=tmux />'),
    ).toEqual([{ name: 'tmux' }]);
  });

  it('may give a name of their own beside that of the capability', () => {
    expect(
      parseCapabilityTags('<capability name="tmux" action="window" name="experiments" />'),
    ).toMatchObject([{ names: ['tmux', 'experiments'], attributes: { action: 'window' } }]);
    expect(attributesOf('<capability name="a" name="b" name="c"/>')).toEqual([
      "The tag gives 'name' too often.",
    ]);
  });

  it('may be closed by an end tag, with the command between', () => {
    expect(
      parseCapabilityTags('<capability name="tmux" action="send">ls &lt; x\n</capability>'),
    ).toMatchObject([{ attributes: { action: 'send' }, body: 'ls < x' }]);
    expect(parseCapabilityTags('<capability name="tmux"><capability name="b"/></capability>')).toMatchObject([
      { body: undefined },
      { names: ['b'] },
    ]);
  });

  it.each([
    ['<capability name="tmux" command="echo "hi"" />', /have a " inside/, /&quot;/],
    ['<capability name="tmux" command="echo />', /no closing "/, /close every quote/],
    ['<capability name="tmux" since />', /'since' has no value/, /since="…"/],
    ['<capability name="tmux" a="1" a="2" />', /'a' too often/, /once/],
    ['<capability name="tmux" lines= />', /'lines' is missing/, /lines="…"/],
    ['<capability name="tmux"', /not closed/, /<capability name="tmux"/],
    ['<capability ="x" />', /a = where/, /in quotes/],
  ])('that are malformed say what to write instead: %s', (text, problem, suggestion) => {
    expect(parseCapabilityTags(text)).toMatchObject([
      {
        kind: 'broken',
        problem: expect.stringMatching(problem),
        suggestion: expect.stringMatching(suggestion),
      },
    ]);
  });

  it('do not hide the next one when one is malformed', () => {
    const text = '<capability name="tmux" command="x />\n<capability name="tmux" action="list" />';
    expect(parseCapabilityTags(text).map(({ kind, line }) => [kind, line])).toEqual([
      ['broken', 1],
      ['tag', 2],
    ]);
  });

  it('give back whatever was written into them [C2]', () => {
    const name = fc.stringMatching(/^[a-z_]{1,8}$/).filter((word) => word !== 'name');
    const tag = fc.record({
      attributes: fc.dictionary(name, fc.string({ unit: 'binary' }), { minKeys: 1 }),
      quote: fc.constantFrom('"', "'"),
      space: fc.constantFrom(' ', '\n', '\r\n  ', '\t'),
      around: fc.string().filter((text) => !/[<>]/.test(text)),
    });
    fc.assert(
      fc.property(fc.array(tag, { maxLength: 4 }), (tags) => {
        const text = tags
          .map(({ attributes, quote, space, around }) => {
            const written = Object.entries(attributes).map(
              ([key, value]) => `${key}=${quote}${escaped(value)}${quote}`,
            );
            return `${around}<capability${space}${written.join(space)}${space}/>${around}`;
          })
          .join('');
        expect(attributesOf(text)).toEqual(tags.map(({ attributes }) => ({ ...attributes })));
      }),
    );
  });

  it('never throw, and stand in order without touching, whatever the text is', () => {
    const piece = fc.constantFrom(
      '<capability',
      ' ',
      '"',
      "'",
      '=',
      '/>',
      '>',
      'name',
      '<!--',
      '-->',
      '&amp;',
      '\n',
      'x',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
        const text = pieces.join('');
        let end = 0;
        for (const tag of parseCapabilityTags(text)) {
          expect(tag.start).toBeGreaterThanOrEqual(end);
          expect(tag.end).toBeGreaterThan(tag.start);
          const before = text.slice(0, tag.start).split('\n');
          expect([tag.line, tag.column]).toEqual([before.length, (before.at(-1) ?? '').length + 1]);
          end = tag.end;
        }
        expect(end).toBeLessThanOrEqual(text.length);
      }),
    );
  });

  it('costs no more for each of many tags than for one', () => {
    // Counted from the beginning of the text for each, this takes minutes.
    expect(parseCapabilityTags('<capability \n'.repeat(100_000))).toHaveLength(100_000);
  });

  it('tells whose tag is broken where it can', () => {
    const [tag] = parseCapabilityTags('<capability action="a "b" c" name="memory" />');
    expect(tag).toMatchObject({ kind: 'broken', names: ['memory'] });
  });
});

function withName({ names, attributes }: ReadTag): Record<string, string> {
  return names[0] === undefined ? attributes : { name: names[0], ...attributes };
}

function escaped(value: string): string {
  return value
    .replaceAll('&', '&amp;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&apos;')
    .replaceAll('<', '&lt;');
}

it('is through with comments that never end as fast as with others', () => {
  // With a search to the end of the text for each of them, this takes minutes.
  expect(parseCapabilityTags('<!--'.repeat(300_000))).toEqual([]);
});
