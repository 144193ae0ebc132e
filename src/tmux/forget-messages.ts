import type { Command } from './quote.js';

const SAVED = '@muxwright_message_limit';

/**
 * tmux keeps the commands that it was given, with all their words, and shows them to everybody by `show-messages`. These
 * make it forget them, as one group behind a command that had a secret in it. There is no way to forget only one.
 */
export const forgetMessages: readonly Command[] = [
  ['set-option', '-sF', SAVED, `#{?#{message-limit},#{message-limit},0}`],
  ['set-option', '-s', 'message-limit', '0'],
  ['set-option', '-sF', 'message-limit', `#{${SAVED}}`],
  ['set-option', '-su', SAVED],
];
