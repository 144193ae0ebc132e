import type { Host } from '../hosts/index.js';
import type { CallOptions } from '../model/index.js';
import { type ConversationRedaction, messageRedactor } from './conversation-redactor.js';
import type { Message } from './message.js';
import { parseTranscriptLine, type TranscriptEntry } from './transcript-line.js';

export interface TranscriptMessagesOptions extends CallOptions, ConversationRedaction {
  /**
   * Byte of the file to begin at: 0, or the `next` of an earlier call.
   * @default 0
   */
  readonly from?: number;
  /**
   * Maximum bytes to read at once; if the file has more, `next` is the position to continue from.
   * @default 16777216
   */
  readonly maxBytes?: number;
}

export interface TranscriptMessages {
  readonly messages: Message[];
  /** Where to read on; a line that is not whole yet is left for then. */
  readonly next: number;
  /** Size of the file. */
  readonly size: number;
}

const transcriptFileDefaults = Object.freeze({ maxBytes: 16 * 1024 * 1024, lastBytes: 1024 * 1024 });

/**
 * The messages in an agent's own transcript file, word for word: that of Claude Code (`transcript_path` of its
 * hooks) or a rollout file of Codex. What is not understood is left out.
 *
 * @example
 * const { messages, next } = await transcriptMessages(host, payload.transcript_path);
 * const { messages: more } = await transcriptMessages(host, payload.transcript_path, { from: next });
 */
export async function transcriptMessages(
  host: Pick<Host, 'files'>,
  path: string,
  options: TranscriptMessagesOptions = {},
): Promise<TranscriptMessages> {
  const { from = 0, maxBytes = transcriptFileDefaults.maxBytes, timeoutMs, signal } = options;
  const call = { ...(timeoutMs !== undefined && { timeoutMs }), ...(signal && { signal }) };
  const slice = await host.files.read(path, { offset: from, maxBytes, noFollow: true, ...call });
  // A file that is shorter than before was rewritten.
  if (from > slice.size) return transcriptMessages(host, path, { ...options, from: 0 });
  const end = slice.data.lastIndexOf(NEWLINE) + 1;
  // A line longer than one read would be read forever.
  const skipped = end === 0 && slice.data.length >= maxBytes;
  const text = slice.data.subarray(0, end).toString('utf8');
  const entries = text.split('\n').flatMap(parseTranscriptLine);
  return {
    messages: messagesOf(entries, `${from}`).map(messageRedactor(options)),
    next: skipped ? slice.nextOffset : from + end,
    size: slice.size,
  };
}

const NEWLINE = 0x0a;

/** The last message of the agent in its transcript file, without reading all of a long one. */
export async function lastTranscriptMessage(
  host: Pick<Host, 'files'>,
  path: string,
  options: Omit<TranscriptMessagesOptions, 'from'> = {},
): Promise<string | undefined> {
  const { size } = await host.files.read(path, { maxBytes: 1, noFollow: true });
  for (let bytes: number = transcriptFileDefaults.lastBytes; ; bytes *= 8) {
    const from = Math.max(0, size - bytes);
    const { messages } = await transcriptMessages(host, path, { ...options, from, maxBytes: bytes });
    const last = messages.findLast(({ role }) => role === 'agent')?.text;
    if (last !== undefined || from === 0) return last;
  }
}

/** A tool's result goes with its call. */
function messagesOf(entries: readonly TranscriptEntry[], prefix: string): Message[] {
  const messages: Message[] = [];
  const calls = new Map<string, number>();
  const ids = new Set<string>();
  entries.forEach(({ role, text, id, resultOf, parent }, index) => {
    const before = entries[index - 1];
    if (role === 'user' && before?.role === 'user' && parent !== undefined && before.parent === parent) {
      messages.pop();
    }
    const call = resultOf === undefined ? undefined : calls.get(resultOf);
    const called = call === undefined ? undefined : messages[call];
    if (call !== undefined && called) {
      messages[call] = { ...called, text: `${called.text}\n${text}`.trimEnd() };
      return;
    }
    if (role === 'tool' && id !== undefined) calls.set(id, messages.length);
    const own = id !== undefined && !ids.has(id) ? id : `${id ?? prefix}.${index}`;
    ids.add(own);
    messages.push({
      id: own,
      role,
      text,
      complete: true,
      truncated: false,
      rows: undefined,
    });
  });
  return messages;
}
