import { chooseOption, findOption } from '../../agents/index.js';
import type { Receipt } from '../../delivery/index.js';
import type { CallOptions } from '../../model/index.js';
import type { BaseRuntime } from '../base-runtime.js';
import type { OpenPane } from '../panes/open-pane.js';
import { holdMenu } from './hold-menu.js';

/**
 * Chooses an option of the list that a program shows, by its number or its words: moves the highlight, takes the option
 * with Enter, and sees the list go. Fails with `QUESTION_CHANGED` where it is not the list that was read.
 */
export function chooseInPane(
  runtime: BaseRuntime,
  open: Pick<OpenPane, 'tmux' | 'pane'>,
  option: string,
  options: CallOptions & { readonly fingerprint?: string | undefined },
): Promise<{ readonly label: string; readonly evidence: Receipt['evidence'] }> {
  return holdMenu(runtime, open, options, (talk) => chooseOption(talk, (menu) => findOption(menu, option)));
}
