import { isMuxError, MuxError } from '../model/mux-error.js';
import { forgetMessages } from '../tmux/forget-messages.js';
import { hideInput } from '../tmux/input-taps.js';
import type { InputOptions, Pane } from '../tmux/pane.js';
import type { Command } from '../tmux/quote.js';
import type { Tmux } from '../tmux/tmux.js';

export interface SendOptions {
  /**
   * Press Enter behind the text, as a key of its own.
   * @default true
   */
  readonly enter?: boolean;
  /** The text must not be seen: it goes through a paste buffer that is gone at once. */
  readonly secret?: boolean;
}

/**
 * Types into the pane of a run, whatever the text is.
 *
 * @param behind what tmux does behind the last of it
 */
export async function sendInput(
  tmux: Tmux,
  pane: Pane | undefined,
  text: string,
  options: SendOptions = {},
  behind: readonly Command[] = [],
): Promise<void> {
  const { enter = true, secret = false } = options;
  if (!pane) throw goneError();
  using _hidden = secret ? hideInput(tmux.place, pane.id) : undefined;
  const last = { behind };
  const typing = enter ? {} : last;
  try {
    if (secret) await pasteSecret(tmux, pane, text, typing);
    else if (text !== '') await pane.sendText(text, typing);
    if (enter) await pane.pressKeys(['Enter'], last);
  } catch (error) {
    if (isMuxError(error, 'NO_SERVER')) throw goneError(error);
    throw error;
  }
}

async function pasteSecret(tmux: Tmux, pane: Pane, text: string, options: InputOptions): Promise<void> {
  try {
    await pane.paste(text, { bracketed: false, ...options });
  } finally {
    await tmux.request(forgetMessages).catch(() => {});
  }
}

function goneError(cause?: unknown): MuxError {
  return new MuxError('PANE_NOT_FOUND', 'The pane of this run is gone, so nothing can be sent to it.', {
    suggestion: 'Look at its status and output, and start it again.',
    cause,
  });
}
