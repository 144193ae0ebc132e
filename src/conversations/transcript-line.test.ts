import { describe, expect, it } from 'vitest';
import { parseTranscriptLine } from './transcript-line.js';

const line = (value: unknown): string => JSON.stringify(value);

describe('parseTranscriptLine', () => {
  it('reads what a person and Claude Code said', () => {
    expect(parseTranscriptLine(line({ type: 'user', uuid: 'u1', message: { content: 'hello' } }))).toEqual([
      { role: 'user', text: 'hello', id: 'u1' },
    ]);
    const content = [
      { type: 'thinking', thinking: 'hm' },
      { type: 'text', text: 'Good *morning*.' },
    ];
    expect(parseTranscriptLine(line({ type: 'assistant', uuid: 'a1', message: { content } }))).toEqual([
      { role: 'agent', text: 'Good *morning*.', id: 'a1' },
    ]);
  });

  it('sums up a call of a tool, and its result', () => {
    const use = {
      type: 'tool_use',
      id: 't1',
      name: 'Bash',
      input: { command: 'npm test', description: 'x' },
    };
    expect(parseTranscriptLine(line({ type: 'assistant', message: { content: [use] } }))).toEqual([
      { role: 'tool', text: 'Bash(npm test)', id: 't1' },
    ]);
    const result = {
      type: 'tool_result',
      tool_use_id: 't1',
      content: [{ type: 'text', text: '3 passed\n' }],
    };
    expect(parseTranscriptLine(line({ type: 'user', message: { content: [result] } }))).toEqual([
      { role: 'tool', text: '3 passed', id: undefined, resultOf: 't1' },
    ]);
  });

  it('cuts what is very long', () => {
    const use = { type: 'tool_use', id: 't1', name: 'Write', input: { content: 'x'.repeat(10_000) } };
    const [call] = parseTranscriptLine(line({ type: 'assistant', message: { content: [use] } }));
    expect(call?.text.length).toBeLessThan(250);
    const result = { type: 'tool_result', tool_use_id: 't1', content: 'y'.repeat(100_000) };
    const [given] = parseTranscriptLine(line({ type: 'user', message: { content: [result] } }));
    expect(given?.text.length).toBeLessThan(2_100);
  });

  it('shows a command as it was typed', () => {
    const content = '<command-name>/compact</command-name>\n<command-args>keep the names</command-args>';
    expect(parseTranscriptLine(line({ type: 'user', message: { content } }))[0]?.text).toBe(
      '/compact keep the names',
    );
  });

  it('reads what a rollout file of Codex has', () => {
    const item = (payload: unknown): string => line({ type: 'response_item', payload });
    const message = { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'Hi.' }] };
    expect(parseTranscriptLine(item(message))).toEqual([{ role: 'agent', text: 'Hi.', id: undefined }]);
    const call = { type: 'function_call', name: 'exec_command', call_id: 'c1', arguments: '{"cmd":"ls"}' };
    expect(parseTranscriptLine(item(call))).toEqual([{ role: 'tool', text: 'exec_command(ls)', id: 'c1' }]);
    const output = { type: 'function_call_output', call_id: 'c1', output: '{"output":"a\\nb\\n"}' };
    expect(parseTranscriptLine(item(output))).toEqual([
      { role: 'tool', text: 'a\nb', id: undefined, resultOf: 'c1' },
    ]);
  });

  it.each([
    ['what is no JSON', '{"type":"user"'],
    ['an empty line', ''],
    ['kinds that are not known', line({ type: 'file-history-snapshot', message: { content: 'no' } })],
    [
      'what a helper of the agent said',
      line({ type: 'assistant', isSidechain: true, message: { content: 'no' } }),
    ],
    ['notes of the program itself', line({ type: 'user', isMeta: true, message: { content: 'no' } })],
    ['surroundings', line({ type: 'user', message: { content: '<system-reminder>no</system-reminder>' } })],
    [
      'instructions to the model',
      line({
        type: 'response_item',
        payload: {
          type: 'message',
          role: 'user',
          content: [{ text: '<environment_context>x</environment_context>' }],
        },
      }),
    ],
    ['values of other kinds', line({ type: 'assistant', message: { content: 7 } })],
    ['null', 'null'],
    ['a list', '[1]'],
  ])('leaves out %s', (_, text) => {
    expect(parseTranscriptLine(text)).toEqual([]);
  });
});
