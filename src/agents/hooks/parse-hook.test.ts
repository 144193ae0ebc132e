import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hookLimits } from './hook-script.js';
import { hookEventOf, hookName, parseHookFile } from './parse-hook.js';

const at = new Date('2025-01-24T10:30:00Z');

describe('a file of the hook script', () => {
  it('gives the payload, with where it comes from [B30]', () => {
    const event = parse(
      { tmux_pane: '%3', tmux: '/tmp/tmux-0/work,with,commas,4711,2', pid: 99 },
      {
        session_id: 's1',
        hook_event_name: 'UserPromptSubmit',
        cwd: '/project',
        prompt: 'do it',
      },
    );
    expect(event).toMatchObject({
      event: 'UserPromptSubmit',
      at,
      sessionId: 's1',
      profile: 'claude-code',
      tmuxPane: '%3',
      tmuxSocket: '/tmp/tmux-0/work,with,commas',
      tmuxServerPid: 4711,
      agentPid: 99,
      cwd: '/project',
      prompt: 'do it',
      cut: false,
      raw: { session_id: 's1', tmux_pane: '%3', prompt: 'do it' },
    });
  });

  it('is an event without a pane where the agent runs outside tmux [B30]', () => {
    const event = parse({ tmux_pane: '', tmux: '' }, { session_id: 's1', hook_event_name: 'Stop' });
    expect(event).toMatchObject({ event: 'Stop', tmuxPane: undefined, tmuxSocket: undefined });
    expect(event).not.toHaveProperty('raw.tmux_pane');
  });

  it.each([
    ['nothing', '', 'does not say where it comes from'],
    ['no header', '{"session_id":"s"}', 'does not say where it comes from'],
    ['no payload', '{"event":"Stop"}\n', 'not a JSON object'],
    ['no JSON', '{"event":"Stop"}\nhello', 'not a JSON object'],
    ['half a payload', '{"event":"Stop"}\n{"session_id":"s"', 'not a JSON object'],
    ['a list', '{"event":"Stop"}\n[]', 'not a JSON object'],
    ['no session', '{"event":"Stop"}\n{}', 'no session_id'],
    ['a session that is no text', '{"event":"Stop"}\n{"session_id":7}', 'no session_id'],
    ['an event that is no name', '{"event":"a b"}\n{"session_id":"s"}', 'which event it is'],
  ])('is ignored where it has %s', (_, text, reason) => {
    expect(parseHookFile(Buffer.from(text), at)).toEqual({ ignored: expect.stringContaining(reason) });
  });

  it('is taken as far as it goes where the payload was cut', () => {
    const payload = JSON.stringify({
      session_id: 's1',
      hook_event_name: 'PostToolUse',
      tool_name: 'Read',
      tool_response: 'x'.repeat(hookLimits.fileBytes),
    });
    const text = `{"event":"PostToolUse"}\n${payload}`.slice(0, hookLimits.fileBytes);
    expect(parseHookFile(Buffer.from(text), at)).toMatchObject({
      event: 'PostToolUse',
      sessionId: 's1',
      toolName: 'Read',
      cut: true,
    });
    const noise = `{"event":"Stop"}\n${'x'.repeat(hookLimits.fileBytes)}`;
    expect(parseHookFile(Buffer.from(noise), at)).toMatchObject({
      ignored: expect.stringContaining('too long'),
    });
  });

  it('never throws, whatever is in it', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), fc.json(), (bytes, json) => {
        parseHookFile(Buffer.from(bytes), at);
        parseHookFile(Buffer.concat([Buffer.from('{"event":"Stop"}\n'), Buffer.from(json)]), at);
      }),
    );
  });
});

describe('a payload', () => {
  it('loses what has a wrong type, and nothing else', () => {
    const payload = {
      session_id: 's',
      cwd: 7,
      prompt: ['x'],
      tool_name: {},
      tool_input: 'x',
      message: null,
      tmux_pane: '3',
    };
    expect(hookEventOf(payload, { event: 'stop', at })).toMatchObject({
      event: 'Stop',
      cwd: undefined,
      prompt: undefined,
      toolName: undefined,
      toolInput: undefined,
      message: undefined,
      tmuxPane: undefined,
    });
  });

  it('of Codex tells that a turn is over', () => {
    const payload = {
      type: 'agent-turn-complete',
      'thread-id': 't1',
      'turn-id': '1',
      cwd: '/p',
      'input-messages': ['one', 'two'],
      'last-assistant-message': 'done',
    };
    expect(hookEventOf(payload, { event: 'codex-notify', at })).toMatchObject({
      event: 'Stop',
      sessionId: 't1',
      profile: 'codex',
      cwd: '/p',
      prompt: 'two',
      lastAssistantMessage: 'done',
    });
    const title = {
      ...payload,
      'thread-id': 't2',
      'input-messages': ['Generate a concise title.\n\nUser prompt:\ntwo'],
      'last-assistant-message': '{"title":"Two"}',
    };
    expect(hookEventOf(title, { event: 'codex-notify', at })).toHaveProperty('ignored');
    expect(hookEventOf({ type: 'other' }, { event: 'codex-notify', at })).toHaveProperty('ignored');
    expect(hookEventOf({ type: 'agent-turn-complete' }, { event: 'codex-notify', at })).toHaveProperty(
      'ignored',
    );
  });

  it.each([
    ['session-start', 'SessionStart'],
    ['SessionStart', 'SessionStart'],
    ['user_prompt_submit', 'UserPromptSubmit'],
    ['stop', 'Stop'],
  ])('names its event %s as the agent does', (name, expected) => {
    expect(hookName(name)).toBe(expected);
  });
});

function parse(header: object, payload: object): unknown {
  return parseHookFile(
    Buffer.from(`${JSON.stringify({ event: 'X', ...header })}\n${JSON.stringify(payload)}`),
    at,
  );
}
