import { describe, expect, it } from 'vitest';
import type { HookEvent } from '../hooks/hook-event.js';
import { hookEventOf } from '../hooks/parse-hook.js';
import { hookEffect } from './hook-effect.js';

describe('what a hook means', () => {
  it.each([
    ['SessionStart', { source: 'startup' }, 'IDLE'],
    ['SessionStart', { source: 'clear' }, 'IDLE'],
    ['SessionStart', { source: 'resume' }, 'AWAITING_INPUT'],
    ['SessionStart', { source: 'compact' }, undefined],
    ['UserPromptSubmit', { prompt: 'go' }, 'PROCESSING'],
    ['PreToolUse', { tool_name: 'Bash' }, 'PROCESSING'],
    ['PermissionRequest', { tool_name: 'Bash' }, 'AWAITING_INPUT'],
    ['PostToolUse', {}, 'PROCESSING'],
    ['PostToolUseFailure', {}, 'PROCESSING'],
    ['Notification', { notification_type: 'idle_prompt' }, 'AWAITING_INPUT'],
    ['Notification', { notification_type: 'auth_success' }, undefined],
    ['Stop', {}, 'AWAITING_INPUT'],
    ['StopFailure', { error: 'x' }, 'AWAITING_INPUT'],
    ['SubagentStop', {}, undefined],
    ['SessionEnd', { reason: 'logout' }, 'EXITED'],
    ['SessionEnd', { reason: 'clear' }, undefined],
    ['SomethingNew', {}, undefined],
  ])('%s %j puts an agent that has worked to %s', (name, payload, state) => {
    expect(hookEffect(event(name, payload), true).state?.to).toBe(state);
  });

  it('is that an agent which was never asked anything is ready, not waiting', () => {
    expect(hookEffect(event('SessionStart', { source: 'resume' }), false).state?.to).toBe('IDLE');
    expect(hookEffect(event('Stop', {}), false).state?.to).toBe('AWAITING_INPUT');
  });

  it.each([
    ['UserPromptSubmit', { prompt: 'go' }, ['USER COMMAND go']],
    ['UserPromptSubmit', {}, []],
    ['Stop', { last_assistant_message: 'done' }, ['AGENT COMPLETION done']],
    ['Stop', { last_assistant_message: ' ' }, []],
    ['StopFailure', { error: 'overloaded' }, ['AGENT COMPLETION The turn failed: overloaded']],
    [
      'PermissionRequest',
      { tool_name: 'Write', tool_input: { file_path: '/x' } },
      ['AGENT QUESTION Write: /x'],
    ],
    ['PermissionRequest', { tool_name: 'mcp__x', tool_input: { a: 1 } }, ['AGENT QUESTION mcp__x: {"a":1}']],
    ['PermissionRequest', {}, ['AGENT QUESTION a tool']],
    ['PreToolUse', { tool_name: 'Bash' }, []],
    ['SubagentStop', { last_assistant_message: 'x' }, []],
    ['Notification', { notification_type: 'idle_prompt', message: 'x' }, []],
  ])('%s %j tells of the turns %j', (name, payload, turns) => {
    const told = hookEffect(event(name, payload), true).turns;
    expect(told.map(({ actor, intent, text }) => `${actor} ${intent} ${text}`)).toEqual(turns);
  });
});

function event(name: string, payload: Record<string, unknown>): HookEvent {
  const made = hookEventOf({ session_id: 's', ...payload }, { event: name, at: new Date() });
  if ('ignored' in made) throw new Error(made.ignored);
  return made;
}
