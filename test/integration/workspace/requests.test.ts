import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type OpenWorkspace, openWorkspace } from './open-workspace.js';

describe('a request that is wrong', () => {
  let workspace: OpenWorkspace;
  beforeAll(async () => {
    workspace = await openWorkspace();
    await workspace.ok({ action: 'send', command: 'echo ready; cat' });
    await workspace.reads(/^ready$/m);
    // A program that is still starting changes by itself.
    await workspace.runs('0.0', 'cat');
  });
  afterAll(() => workspace[Symbol.asyncDispose]());

  it.each<[unknown, string | RegExp, RegExp]>([
    [{}, "The parameter 'action' is missing.", /Use one of: init, send/],
    [{ action: 'raed' }, "Unknown action 'raed'.", /Did you mean 'read'\?/],
    [{ action: 'send' }, "The parameter 'command' is missing.", /command="…"/],
    [
      { action: 'send', command: 'x', comand: 'y' },
      "Unknown parameter 'comand' for action='send'.",
      /Did you mean 'command'/,
    ],
    [{ action: 'list', pane: '0.0' }, "Unknown parameter 'pane' for action='list'.", /takes none/],
    [{ action: 'read', pane: 'abc' }, "Invalid value for 'pane': 'abc'.", /pane="0.0"/],
    [{ action: 'read', pane: '0' }, "Invalid value for 'pane': '0'.", /window\.pane/],
    [{ action: 'read', lines: 'many' }, "Invalid value for 'lines': 'many'.", /whole number/],
    [{ action: 'read', lines: 0 }, "Invalid value for 'lines': '0'.", /from 1/],
    [{ action: 'read', since: 'maybe' }, "Invalid value for 'since': 'maybe'.", /since="true"/],
    [{ action: 'kill', window: '-1' }, "Invalid value for 'window': '-1'.", /window="0"/],
    [{ action: 'window', name: 'a\u0007b' }, /control characters/, /letters/],
    [{ action: 'window', name: '' }, /empty/, /letters/],
    [{ action: 'split', direction: 'vertical', title: 'a\nb' }, /'title'/, /plain words/],
    [{ action: 'window', cwd: '../etc' }, "Invalid value for 'cwd': '../etc'.", /absolute/],
    [{ action: 'record', file: 'relative.log' }, "Invalid value for 'file': 'relative.log'.", /absolute/],
    [{ action: 'window', name: 'x'.repeat(2 ** 20) }, /longer than 200/, /letters/],
    [{ action: 'split', direction: 'vertical', title: 'x'.repeat(2 ** 20) }, /longer than 200/, /words/],
    [{ action: 'layout', operation: 'save', name: 'x'.repeat(2 ** 20) }, /'name'.*longer/, /words/],
    [{ action: 'layout', operation: 'save', name: 'a\u001b[2Jb' }, /'name'.*control/, /words/],
    [{ action: 'window', cwd: `/${'x'.repeat(2 ** 20)}` }, /^Invalid value for 'cwd'/, /absolute/],
    [{ action: 'window', cwd: '/tmp/../../not/there' }, /not a folder/, /Create it/],
    [{ action: 'window', cwd: '/a\u0000b' }, "Invalid value for 'cwd': '/a\\u0000b'.", /absolute/],
    [{ action: 'record', file: `/${'x'.repeat(2 ** 20)}` }, /^Invalid value for 'file'/, /absolute/],
    [
      { action: 'snapshot', operation: 'save', file: '/tmp/a\u0007b' },
      /^Invalid value for 'file'/,
      /absolute/,
    ],
    [{ action: 'snapshot', operation: 'save', file: '/proc/nowhere/x' }, /cannot be written/, /folder/],
    [{ action: 'snapshot', operation: 'restore', file: '/proc/nowhere/../x' }, /no snapshot/, /Save one/],
    [{ action: 'read', pane: '../0.0' }, "Invalid value for 'pane': '../0.0'.", /window\.pane/],
    [{ action: 'read', pane: '0.0🎉' }, "Invalid value for 'pane': '0.0🎉'.", /window\.pane/],
    [{ action: 'read', pane: `0.${'0'.repeat(2 ** 20)}` }, /^Invalid value for 'pane': '0\.0+…'/, /window/],
    [{ action: 'x'.repeat(2 ** 20) }, /^Unknown action 'x{80}…'/, /Use one of/],
    [{ action: 'list', ['x'.repeat(2 ** 20)]: 1 }, /^Unknown parameter 'x{80}…'/, /takes none/],
    [`<capability name="tmux" action="send" command="${'y'.repeat(2 ** 20)}`, /no closing "/, /close every/],
    [{ action: 'send', command: 'x'.repeat(2 ** 20) }, /1048576 bytes/, /file/],
    [{ action: 'send', command: 'a\0b' }, /NUL/, /printf/],
    [{ action: 'send', command: 'a\0b', wait: 'end' }, /NUL/, /printf/],
    [{ action: 'send', command: 'x', quiet_ms: 3_000_000_000 }, /'quiet_ms'/, /from 1 to 86400000/],
    [{ action: 'send', command: 1n }, "Invalid value for 'command': '1'.", /text/],
    [null, /neither/, /action: 'list'/],
    [42, /neither/, /action: 'list'/],
    [{ action: 'send', command: 5 }, "Invalid value for 'command': '5'.", /text/],
  ])(
    'is named with what to do about it, and nothing is sent: %# [C4]',
    async (request, error, suggestion) => {
      const state = async (): Promise<unknown> => [
        await workspace.tmux.panes(),
        await workspace.tmux.pane('%1').capture({ history: 'all' }),
        await readdir(workspace.folder),
      ];
      const before = await state();
      const failure = await workspace.fails(request as Record<string, unknown>);
      expect(failure.error).toMatch(error);
      expect(failure.error.length).toBeLessThan(700);
      expect(failure.suggestion).toMatch(suggestion);
      expect(Object.keys(failure)).toEqual(['success', 'error', 'suggestion']);
      expect(await state()).toEqual(before);
    },
  );
});

describe('a request', () => {
  it('may name things as people do, in any script, and no name leads anywhere', async () => {
    await using workspace = await openWorkspace();
    const { ok, folder } = workspace;
    const names = ['../../etc/passwd', '日本 🎉', 'a:b.c', '=x', '-t', '#{pane_id}', "it's $(id)"];
    for (const [index, name] of names.entries()) {
      expect(await ok({ action: 'window', name })).toEqual({
        window: index + 1,
        name,
        pane: `${index + 1}.0`,
      });
      await ok({ action: 'layout', operation: 'save', window: index + 1, name });
    }
    await ok({ action: 'split', direction: 'vertical', title: '🎉 ../x' });
    const { windows } = await ok({ action: 'list' }, workspace.another());
    expect(windows.map(({ name }) => name)).toEqual(['workspace', ...names]);
    expect(windows[0]?.panes[1]?.title).toBe('🎉 ../x');
    expect((await readdir(join(folder, '.tmux-layouts'))).length).toBe(names.length);
    expect(await readdir(folder)).toEqual(['.tmux-layouts']);
  });

  it('gives the same as a tag and as an object [C1] [C5]', async () => {
    await using workspace = await openWorkspace();
    const { capability } = workspace;
    const pairs = [
      ['<capability name="tmux" action="init" />', { action: 'init' }],
      ['<capability name="tmux" action="list" />', { action: 'list' }],
      [
        '<capability action="read" lines="50" name="tmux"\n  pane="0.0" />',
        { action: 'read', lines: 50, pane: '0.0' },
      ],
      ['<capability name="tmux" action="kill" pane="7.7"/>', { action: 'kill', pane: '7.7' }],
      ['<capability name="tmux" action="split" window="0"/>', { action: 'split', window: 0 }],
    ] as const;
    await workspace.runs('0.0', null);
    for (const [tag, object] of pairs)
      expect(await capability.execute(tag)).toEqual(await capability.execute(object));
    const sent = await workspace.ok('<capability name="tmux" action="send" command="true" clear="false" />');
    expect(Object.keys(sent)).toEqual(['pane', 'command', 'sent_at']);
  });

  it('may be a text with several tags: each is carried out in order and answered [C3] [C2]', async () => {
    await using workspace = await openWorkspace();
    const text = `I start with a note.
<!-- not this one: <capability name="tmux" action="kill" window="0" /> -->
\`\`\`xml
<capability name="tmux" action="send" command="echo a &amp;&amp; echo '>' && echo &quot;c&quot;" wait="end" />
\`\`\`
<capability name="memory" action="store" /><capability name="memory" action="a "broken" one" />
<capability name="tmux" action="send" command="echo "broken"" />
<capability name="tmux" action="send" wait='end'>echo from the body</capability>
<capability name="tmux" action="fly" />
<capability action="list" />`;
    const responses = await workspace.capability.executeAll(text);
    expect(responses.map(({ place }) => place.line)).toEqual([4, 7, 8, 9, 10]);
    expect(responses.map(({ response }) => response)).toMatchObject([
      { success: true, data: { output: 'a\n>\nc' } },
      {
        success: false,
        error: expect.stringContaining('command'),
        suggestion: expect.stringContaining('&quot;'),
      },
      { success: true, data: { output: 'from the body' } },
      { success: false, error: "Unknown action 'fly'." },
      { success: false, error: "The attribute 'name' is missing." },
    ]);
    expect(await workspace.capability.executeAll('nothing here')).toEqual([]);
    for (const wrong of ['nothing here', text, '<capability name="other" />'])
      expect(await workspace.capability.execute(wrong)).toMatchObject({ success: false });
  });

  it('for a pane that is not there says so in these words, and which there are [C59] [C74]', async () => {
    await using workspace = await openWorkspace();
    await workspace.ok({ action: 'split', direction: 'vertical' });
    for (const request of [{ action: 'read' }, { action: 'kill' }, { action: 'send', command: 'ls' }]) {
      expect(await workspace.capability.execute({ ...request, pane: '0.5' })).toEqual({
        success: false,
        error: 'Pane 0.5 not found',
        suggestion: "Use action='list' to see available panes",
        panes: ['0.0', '0.1'],
      });
    }
  });
});
