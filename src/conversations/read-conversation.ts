import type { ConversationRules, Profile } from '../panes/index.js';
import type { Pane } from '../tmux/index.js';
import { conversationFrame, type FrameSource } from './conversation-frame.js';
import { type ConversationRedaction, messageRedactor } from './conversation-redactor.js';
import { lookAtConversation } from './look-at-conversation.js';
import type { Message } from './message.js';
import { messageText } from './message-text.js';
import { parseMessages } from './parse-messages.js';
import { RulesOfPane } from './rules-of-pane.js';

export interface ReadConversationOptions extends ConversationRedaction {
  /**
   * Rows of the history that are read, in programs that use the normal screen. On the alternate screen there is
   * nothing but what is to be seen.
   * @default 5000
   */
  readonly historyRows?: number;
}

const readDefaults = Object.freeze({ historyRows: 5_000 });

/**
 * The messages that a pane shows, the oldest first.
 *
 * @example
 * for (const { role, text } of await readConversation(pane, profile)) console.log(`${role}: ${text}`);
 */
export async function readConversation(
  pane: Pick<Pane, 'styledScreen' | 'capture'>,
  profile: Profile,
  options: ReadConversationOptions = {},
): Promise<Message[]> {
  const { historyRows = readDefaults.historyRows } = options;
  const source = await lookAtConversation(pane, profile, historyRows);
  return messagesOf(source, new RulesOfPane(profile).at(source)).map(messageRedactor(options));
}

/**
 * The last message of the agent as plain text; `undefined` if none is visible.
 *
 * @example
 * console.log(await lastMessage(pane, profile));
 */
export async function lastMessage(
  pane: Pick<Pane, 'styledScreen' | 'capture'>,
  profile: Profile,
  options: ReadConversationOptions = {},
): Promise<string | undefined> {
  const messages = await readConversation(pane, profile, options);
  return messages.findLast(({ role }) => role === 'agent')?.text;
}

/** The messages of one look. */
export function messagesOf(source: FrameSource, rules: ConversationRules): Message[] {
  const frame = conversationFrame(source, rules);
  const { state } = source.agent;
  const rests = state !== 'working' && state !== 'unknown';
  const fromStart = frame.fromStart && rules.user.length > 0;
  const parsed = parseMessages(frame.rows, { ...rules, fromStart });
  return parsed.map((each, index) => ({
    id: `m${index + 1}`,
    role: each.role,
    text: messageText(each.rows),
    complete: each.closed || index < parsed.length - 1 || each.role === 'user' || (rests && !frame.scrolled),
    truncated: each.truncated,
    rows: { first: frame.places[each.first] ?? 0, last: frame.places[each.last] ?? 0 },
  }));
}
