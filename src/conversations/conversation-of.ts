import type { Host } from '../hosts/index.js';
import { isMuxError } from '../model/index.js';
import type { Profile } from '../panes/index.js';
import type { Pane } from '../tmux/index.js';
import type { ConversationRedaction } from './conversation-redactor.js';
import type { ConversationStream } from './conversation-stream.js';
import type { Message } from './message.js';
import { lastMessage, readConversation } from './read-conversation.js';
import { lastTranscriptMessage, transcriptMessages } from './transcript-messages.js';
import { type WatchConversationOptions, watchConversation } from './watch-conversation.js';
import { watchTranscript } from './watch-transcript.js';

export interface ConversationSource {
  readonly pane: Pane;
  readonly profile: Profile;
  /** The agent's own transcript file, as its hooks name it, and the host that it is on. */
  readonly transcript?: { readonly host: Pick<Host, 'files'>; readonly path: string };
}

/** A conversation, from the best source there is. */
export interface Conversation {
  /**
   * `transcript`: the agent's own file, word for word, whole messages only. `screen`: what is to be seen, with
   * messages while they are written.
   */
  readonly source: 'transcript' | 'screen';
  messages(options?: ConversationRedaction): Promise<Message[]>;
  /** The last message of the agent. */
  last(options?: ConversationRedaction): Promise<string | undefined>;
  watch(options?: WatchConversationOptions): ConversationStream;
}

/**
 * The conversation of an agent: from its transcript file where that can be read, else from its screen.
 *
 * @example
 * const conversation = await conversationOf({ pane, profile, transcript: { host, path } });
 * console.log(conversation.source, await conversation.last());
 */
export async function conversationOf({
  pane,
  profile,
  transcript,
}: ConversationSource): Promise<Conversation> {
  if (!transcript || !(await isReadable(transcript))) {
    return {
      source: 'screen',
      messages: (options) => readConversation(pane, profile, options),
      last: (options) => lastMessage(pane, profile, options),
      watch: (options) => watchConversation(pane, profile, options),
    };
  }
  const { host, path } = transcript;
  return {
    source: 'transcript',
    messages: (options) => allMessages(host, path, options),
    last: (options) => lastTranscriptMessage(host, path, options),
    watch: (options) => watchTranscript(host, path, pane, options),
  };
}

async function isReadable({ host, path }: NonNullable<ConversationSource['transcript']>): Promise<boolean> {
  try {
    await host.files.read(path, { maxBytes: 1, noFollow: true });
    return true;
  } catch (error) {
    if (isMuxError(error)) return false;
    throw error;
  }
}

async function allMessages(
  host: Pick<Host, 'files'>,
  path: string,
  options: ConversationRedaction = {},
): Promise<Message[]> {
  const messages: Message[] = [];
  let from = 0;
  for (;;) {
    const { messages: more, next, size } = await transcriptMessages(host, path, { ...options, from });
    messages.push(...more);
    if (next >= size || next === from) return messages;
    from = next;
  }
}
