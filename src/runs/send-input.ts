import { isMuxError, MuxError } from '../model/index.js';
import {
  type Command,
  fillBuffer,
  forgetMessages,
  hideInput,
  type InputOptions,
  keyCommands,
  type Pane,
  pasteCommand,
  sendIf,
  type Tmux,
  typeCommands,
} from '../tmux/index.js';

export interface SendOptions {
  /**
   * Press Enter after the text: as its own key, in the same request.
   * @default true
   */
  readonly enter?: boolean;
  /** The text must not be seen: it goes through a paste buffer that is gone at once. */
  readonly secret?: boolean;
  /**
   * @internal A tmux format that must be true at the moment in which text and Enter go, both in one step; else nothing
   * is sent and the call fails with `SCREEN_CHANGED`.
   */
  readonly onlyIf?: string;
  /** @internal Fingerprint of the question that this answers. */
  readonly question?: string;
  /** @internal What tmux does in the same step as it gets text and Enter: all of it happens, or nothing. */
  readonly together?: readonly Command[];
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
  const { enter = true, secret = false, together = [] } = options;
  if (!pane) throw goneError();
  const after = [...together, ...behind];
  using _hidden = secret ? hideInput(tmux.place, pane.id) : undefined;
  try {
    if (options.onlyIf !== undefined) return await sendOnlyIf(tmux, pane, text, options, after);
    if (secret) await pasteSecret(tmux, pane, text, { enter, behind: after });
    else await pane.sendText(text, { enter, behind: after });
  } catch (error) {
    if (isMuxError(error, 'NO_SERVER')) throw goneError(error);
    throw error;
  }
}

async function sendOnlyIf(
  tmux: Tmux,
  pane: Pane,
  text: string,
  { enter = true, secret = false, onlyIf = '1' }: SendOptions,
  behind: readonly Command[],
): Promise<void> {
  const keys = [...(enter ? keyCommands(pane.id, ['Enter'], tmux.version) : []), ...behind];
  const send = async (typing: readonly Command[]): Promise<void> => {
    if (!(await sendIf(pane, onlyIf, [...typing, ...keys]))) throw screenChanged(pane.id);
  };
  if (!secret) return send(typeCommands(pane.id, text));
  const request = (commands: readonly Command[]): Promise<Buffer[]> => tmux.request(commands);
  await using buffer = text === '' ? undefined : await fillBuffer(Buffer.from(text), tmux, request);
  try {
    await send(buffer ? [pasteCommand(pane.id, buffer.name, { bracketed: false }, tmux)] : []);
    buffer?.isUsed();
  } finally {
    await tmux.request(forgetMessages).catch(() => {});
  }
}

function screenChanged(paneId: string): MuxError {
  return new MuxError('SCREEN_CHANGED', `The screen of pane ${paneId} changed before the answer was sent.`, {
    suggestion: 'Check the screen again before the next answer.',
  });
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
    suggestion: 'Check its status and output, and start it again.',
    cause,
  });
}
