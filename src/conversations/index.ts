export { type Conversation, type ConversationSource, conversationOf } from './conversation-of.js';
export type { ConversationStream } from './conversation-stream.js';
export type { ConversationEvent, Message, MessageRole } from './message.js';
export { lastMessage, type ReadConversationOptions, readConversation } from './read-conversation.js';
export { type ReplyOptions, replyBetween } from './reply-between.js';
export {
  lastTranscriptMessage,
  type TranscriptMessages,
  type TranscriptMessagesOptions,
  transcriptMessages,
} from './transcript-messages.js';
export { trustedTranscript } from './trusted-transcript.js';
export { type WatchConversationOptions, watchConversation } from './watch-conversation.js';
