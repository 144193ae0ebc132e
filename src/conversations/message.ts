/** The author: the person, the agent, or a tool that the agent used. */
export type MessageRole = 'user' | 'agent' | 'tool';

/** One message of a conversation, as plain text. */
export interface Message {
  /** Tells messages of one conversation apart; the same message keeps it while it is written. */
  readonly id: string;
  readonly role: MessageRole;
  /** Without markers, boxes and colours; what the program wrapped is put together where that can be told. */
  readonly text: string;
  /** Whether nothing more is expected to be added to it. */
  readonly complete: boolean;
  /** Whether a part of it was not seen, because it had scrolled away before anybody looked. */
  readonly truncated: boolean;
  /** Where it stands, counted from the top of the screen: negative rows have scrolled into the history. */
  readonly rows: RowRange | undefined;
}

export interface RowRange {
  readonly first: number;
  readonly last: number;
}

/**
 * An event of a followed conversation.
 *
 * - `message`: a new one, perhaps not complete yet
 * - `update`: its text has changed
 * - `done`: it is complete. If an agent continues it all the same, more updates and another `done` follow
 * - `withdrawn`: the person took the prompt back before the agent had answered
 */
export interface ConversationEvent {
  readonly type: 'message' | 'update' | 'done' | 'withdrawn';
  readonly message: Message;
}
