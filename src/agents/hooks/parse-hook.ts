import { codexNotify, type HookEvent } from './hook-event.js';
import { hookLimits } from './hook-script.js';
import { jsonValue, parseJson } from './json-document.js';

/** What came with a payload that is not in it. */
export interface HookOrigin {
  readonly event?: string | undefined;
  readonly at: Date;
  readonly agentPid?: number | undefined;
}

/** Why something is no event, as the end of a sentence. */
export interface NoHook {
  readonly ignored: string;
  /** It is one, but of no interest to anybody. */
  readonly expected?: boolean;
}

/** Reads a file of the hook script: one line about where it comes from, and the payload. */
export function parseHookFile(bytes: Buffer, at: Date): HookEvent | NoHook {
  const text = bytes.toString();
  const end = text.indexOf('\n');
  const header = recordOf(text.slice(0, Math.max(0, end)));
  if (!header) return { ignored: 'its first line does not say where it comes from' };
  const payload = payloadOf(text.slice(end + 1));
  if ('ignored' in payload) return payload;
  const { pane, socket, serverPid } = tmuxOf(header);
  const added = {
    ...(pane !== undefined && { tmux_pane: pane }),
    ...(socket !== undefined && { tmux_socket: socket }),
    ...(serverPid !== undefined && { tmux_server_pid: serverPid }),
  };
  return hookEventOf(
    { ...payload.record, ...added },
    { event: stringOf(header.event), at, agentPid: numberOf(header.pid) },
    payload.cut,
  );
}

/** A payload as an event: what has a wrong type is as good as absent, but for the session it belongs to. */
export function hookEventOf(
  payload: Readonly<Record<string, unknown>>,
  origin: HookOrigin,
  cut = false,
): HookEvent | NoHook {
  if (origin.event === codexNotify) return codexEventOf(payload, origin, cut);
  const event = hookName(stringOf(payload.hook_event_name) ?? origin.event);
  if (event === undefined) return { ignored: 'it does not say which event it is' };
  const sessionId = stringOf(payload.session_id);
  if (sessionId === undefined) return { ignored: 'it has no session_id' };
  return {
    ...commonOf(payload, origin, cut),
    event,
    sessionId,
    profile: 'claude-code',
    prompt: textOf(payload.prompt),
    lastAssistantMessage: textOf(payload.last_assistant_message),
  };
}

/** Codex tells only that a turn is over, with keys of its own. */
function codexEventOf(
  payload: Readonly<Record<string, unknown>>,
  origin: HookOrigin,
  cut: boolean,
): HookEvent | NoHook {
  const type = stringOf(payload.type);
  if (type !== 'agent-turn-complete')
    return { ignored: `Codex reported the unknown event '${type ?? 'nothing'}'` };
  const sessionId = stringOf(payload['thread-id']);
  if (sessionId === undefined) return { ignored: 'it has no thread-id' };
  const messages = payload['input-messages'];
  const prompt = Array.isArray(messages) ? textOf(messages.at(-1)) : undefined;
  const lastAssistantMessage = textOf(payload['last-assistant-message']);
  if (isTitleThread(prompt, lastAssistantMessage)) {
    return { ignored: 'Codex made up a title for itself', expected: true };
  }
  return {
    ...commonOf(payload, origin, cut),
    event: 'Stop',
    sessionId,
    profile: 'codex',
    prompt,
    lastAssistantMessage,
  };
}

/** Codex asks its model for a title in a thread of its own, and tells of that as of any other. */
function isTitleThread(prompt: string | undefined, answer: string | undefined): boolean {
  const title = recordOf(answer ?? '');
  return (
    title !== undefined && Object.keys(title).join() === 'title' && /\n\nUser prompt:\n/.test(prompt ?? '')
  );
}

type Common = Omit<HookEvent, 'event' | 'sessionId' | 'profile' | 'prompt' | 'lastAssistantMessage'>;

function commonOf(payload: Readonly<Record<string, unknown>>, origin: HookOrigin, cut: boolean): Common {
  return {
    at: origin.at,
    tmuxPane: paneOf(payload.tmux_pane),
    tmuxSocket: stringOf(payload.tmux_socket),
    tmuxServerPid: numberOf(payload.tmux_server_pid),
    agentPid: origin.agentPid,
    cwd: stringOf(payload.cwd),
    source: stringOf(payload.source),
    toolName: stringOf(payload.tool_name),
    toolInput: isRecord(payload.tool_input) ? payload.tool_input : undefined,
    message: textOf(payload.message),
    notificationType: stringOf(payload.notification_type),
    reason: stringOf(payload.reason),
    error: textOf(payload.error),
    cut,
    raw: payload,
  };
}

/** `SessionStart`, also where it is written as `session-start`. */
export function hookName(name: string | undefined): string | undefined {
  if (name === undefined || !/^[A-Za-z][A-Za-z_-]{0,63}$/.test(name) || name === 'unknown') return undefined;
  return name.replace(/(?:^|[-_])([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

function payloadOf(
  text: string,
): { readonly record: Record<string, unknown>; readonly cut: boolean } | NoHook {
  const whole = recordOf(text);
  if (whole) return { record: whole, cut: false };
  if (Buffer.byteLength(text) < hookLimits.fileBytes - HEADER)
    return { ignored: 'its payload is not a JSON object' };
  try {
    const value = jsonValue(parseJson(text, { cut: true }));
    if (isRecord(value)) return { record: value, cut: true };
  } catch {
    // Told below.
  }
  return { ignored: 'its payload is too long, and the beginning is not that of a JSON object' };
}

/** The first line of a file is shorter. */
const HEADER = 8_192;

function tmuxOf(header: Readonly<Record<string, unknown>>): {
  readonly pane: string | undefined;
  readonly socket: string | undefined;
  readonly serverPid: number | undefined;
} {
  // What tmux has in $TMUX: path of the socket, process of the server, number of the session.
  const match = /^(.+),(\d+),\d+$/.exec(stringOf(header.tmux) ?? '');
  return {
    pane: paneOf(header.tmux_pane),
    socket: match?.[1],
    serverPid: match ? Number(match[2]) : undefined,
  };
}

function recordOf(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function paneOf(value: unknown): string | undefined {
  return typeof value === 'string' && /^%\d+$/.test(value) ? value : undefined;
}

/** A name or a path: not empty, not endless, nothing that a terminal would act on. */
function stringOf(value: unknown): string | undefined {
  if (typeof value !== 'string' || value === '' || value.length > 4_096) return undefined;
  return /[\x00-\x1f\x7f]/.test(value) ? undefined : value;
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

function numberOf(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? value : undefined;
}
