import { isFewWords } from '../../../delivery/index.js';
import { type Command, fillBuffer, pasteCommand } from '../../../tmux/index.js';
import type { MenuTalk } from './menu-talk.js';

/**
 * Types a few words, and pastes more; whether `give` did it is the answer. A secret is never typed, as tmux remembers what it
 * is told to type.
 */
export async function giveWords(
  talk: MenuTalk,
  words: string,
  give: (commands: readonly Command[]) => Promise<boolean>,
  { secret = false }: { readonly secret?: boolean } = {},
): Promise<boolean> {
  if (isFewWords(words) && !secret) return give([['send-keys', '-t', talk.paneId, '-l', '--', words]]);
  const request = (commands: readonly Command[]): Promise<Buffer[]> => talk.request(commands);
  await using buffer = await fillBuffer(Buffer.from(words), talk.tmux, request);
  const given = await give([pasteCommand(talk.paneId, buffer.name, {}, talk.tmux)]);
  if (given) buffer.isUsed();
  return given;
}
