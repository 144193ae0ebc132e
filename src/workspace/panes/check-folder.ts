import { MuxError, shownText } from '../../model/index.js';
import type { ActionContext } from '../action-context.js';

/** tmux would silently start a pane somewhere else. */
export async function checkFolder({ tmux }: ActionContext, cwd: string): Promise<void> {
  if (!isPath(cwd)) {
    throw new MuxError('INVALID_ARGUMENT', `Invalid value for 'cwd': '${shownText(cwd)}'.`, {
      suggestion: 'Give the absolute path of a folder, such as cwd="/workspace".',
    });
  }
  const { code } = await tmux.host.script('cd -- "$1"', [cwd]);
  if (code === 0) return;
  throw new MuxError(
    'CWD_NOT_FOUND',
    `'${shownText(cwd, LONGEST_SHOWN)}' is not a folder that can be entered.`,
    {
      suggestion: 'Create it first, or leave cwd out.',
      details: { cwd },
    },
  );
}

/** Whether a text can be the absolute path of something. */
export function isPath(text: string): boolean {
  return text.startsWith('/') && !/[\x00-\x1f\x7f]/.test(text) && Buffer.byteLength(text) < LONGEST_PATH;
}

/** Longer than most paths that are real. */
const LONGEST_SHOWN = 300;
/** More is refused by every Linux. */
const LONGEST_PATH = 4096;
