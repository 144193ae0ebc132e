import { observerOf, type Profile } from '../panes/index.js';
import type { Pane } from '../tmux/index.js';
import { type ConversationRedaction, messageRedactor } from './conversation-redactor.js';
import { ConversationStream } from './conversation-stream.js';
import { ConversationWatch, type WatchedPane } from './conversation-watch.js';

export interface WatchConversationOptions extends ConversationRedaction {
  /** Ends the stream. */
  readonly signal?: AbortSignal;
  /**
   * Whether messages that are there already are told, too.
   * @default false
   */
  readonly existing?: boolean;
  /**
   * Rows of the conversation that are kept in memory; the older part of a longer message is cut off.
   * @default 5000
   */
  readonly maxRows?: number;
}

/**
 * Follows the conversation with the agent in a pane, from now on until the program ends: new messages, and the one
 * that is being written as it grows.
 *
 * @example
 * for await (const { type, message } of watchConversation(pane, profile)) {
 *   if (type === 'done' && message.role === 'agent') console.log(message.text);
 * }
 */
export function watchConversation(
  pane: Pane,
  profile: Profile,
  options: WatchConversationOptions = {},
): ConversationStream {
  return followConversation(observerOf(pane), profile, options);
}

/** The same for one that is observed already. */
export function followConversation(
  observer: WatchedPane,
  profile: Profile,
  options: WatchConversationOptions,
): ConversationStream {
  const redacted = messageRedactor(options);
  return new ConversationStream(({ tell, end }) => {
    const sink = {
      tell: ({ type, message }: Parameters<typeof tell>[0]) => tell({ type, message: redacted(message) }),
      end,
    };
    return new ConversationWatch(observer, profile, sink, options);
  }, options.signal);
}
