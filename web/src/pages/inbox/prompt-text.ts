import type { InboxItem } from './use-inbox.js';

/** What is asked, for people. An agent whose turn is over asks nothing: what is known of it then is how it was seen. */
export function promptText({ prompt, promptKind }: Pick<InboxItem, 'prompt' | 'promptKind'>): string {
  if (promptKind === 'answer') return 'Its turn is over. What next?';
  return prompt?.trim() || 'It waits for input, and has printed no question.';
}
