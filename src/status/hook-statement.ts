import type { Statement } from './claim.js';
import type { HookSignal } from './signal-source.js';

/**
 * What a hook says about its agent; `undefined` where it says nothing. The names are those of Claude Code and Codex,
 * however they are spelled.
 */
export function hookStatement(hook: HookSignal): Statement | undefined {
  return statements[hookName(hook.event)]?.(hook);
}

/** `session-start` and `SessionStart` are one. */
export function hookName(event: string): string {
  return event.toLowerCase().replace(/[^a-z]/g, '');
}

type Reader = (hook: HookSignal) => Statement | undefined;

const statements: Readonly<Partial<Record<string, Reader>>> = {
  // A session is also restarted when it is compacted in the middle of a turn.
  sessionstart: (hook) => (text(hook, 'source') === 'compact' ? undefined : said(hook, 'ready', 'likely')),
  userpromptsubmit: (hook) => said(hook, 'working'),
  pretooluse: working,
  posttooluse: working,
  posttoolusefailure: working,
  precompact: working,
  permissionrequest: (hook) => asking(hook, 'permission', toolText(hook)),
  approvalrequested: (hook) => asking(hook, 'permission', toolText(hook)),
  notification: readNotification,
  stop: turnOver,
  stopfailure: turnOver,
  interrupt: turnOver,
  agentturncomplete: turnOver,
  // What follows `/clear` is another session of the same program.
  sessionend: (hook) => (text(hook, 'reason') === 'clear' ? undefined : said(hook, 'gone', 'likely')),
};

function working(hook: HookSignal): Statement {
  const tool = text(hook, 'tool_name');
  return { phase: 'working', confidence: 'certain', detail: tool ? `${hook.event} ${tool}` : hook.event };
}

function turnOver(hook: HookSignal): Statement {
  const last = text(hook, 'last_assistant_message') || text(hook, 'last-assistant-message');
  const error = text(hook, 'error');
  const detail = error ? `${hook.event}: ${error}` : hook.event;
  const prompt = { kind: 'answer', text: last } as const;
  return { phase: 'ready', confidence: 'certain', detail, prompt, turnOver: true };
}

/** Notifications arrive seconds after the event, so they have a lower precedence. */
function readNotification(hook: HookSignal): Statement | undefined {
  const type = text(hook, 'notification_type');
  const message = text(hook, 'message');
  if (type === 'idle_prompt') return { ...said(hook, 'ready', 'likely'), turnOver: true };
  if (type === 'permission_prompt') return asking(hook, 'permission', message, 'likely');
  if (type === 'elicitation_dialog') return asking(hook, 'question', message, 'likely');
  return undefined;
}

function asking(
  hook: HookSignal,
  kind: 'permission' | 'question',
  what: string,
  confidence: Statement['confidence'] = 'certain',
): Statement {
  const detail = what ? `${hook.event}: ${what}` : hook.event;
  return { phase: 'asking', confidence, detail, prompt: { kind, text: what } };
}

function said(
  hook: HookSignal,
  phase: Statement['phase'],
  confidence: Statement['confidence'] = 'certain',
): Statement {
  return { phase, confidence, detail: hook.event };
}

function toolText(hook: HookSignal): string {
  const { tool_input: input } = hook.payload;
  const tool = text(hook, 'tool_name');
  const command =
    typeof input === 'object' && input !== null && 'command' in input ? input.command : undefined;
  return typeof command === 'string' ? `${tool} ${command}` : tool;
}

function text({ payload }: HookSignal, name: string): string {
  const value = payload[name];
  return typeof value === 'string' ? value : '';
}
