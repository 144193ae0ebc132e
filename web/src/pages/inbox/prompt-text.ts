import type { InboxItem } from './use-inbox.js';

/** What is asked, for people. An agent whose turn is over asks nothing. */
export function promptText({ prompt, promptKind }: Pick<InboxItem, 'prompt' | 'promptKind'>): string {
  if (prompt?.trim()) return prompt.trim();
  return promptKind === 'answer'
    ? 'Its turn is over. What should it do next?'
    : 'It waits for input without a question.';
}
