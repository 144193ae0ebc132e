import { parseRecord, recordFormat } from '../../tmux/index.js';
import type { ActionContext } from '../action-context.js';
import type { WorkspacePane } from '../panes/survey.js';

/**
 * Clears screen and history of a pane, as its terminal is told to: what the log has and what tmux shows stay the same.
 * At a prompt the line with the prompt stays, as the line editor counts on it; it goes to the top.
 */
export async function clearPane({ tmux }: ActionContext, { id, path, shell }: WorkspacePane): Promise<void> {
  const [body] = await tmux.request([['display-message', '-p', '-t', id, recordFormat(FIELDS)]]);
  const { tty, row } = parseRecord(FIELDS, body ?? Buffer.alloc(0));
  const atPrompt = shell !== '' && path.startsWith(`muxwright:${shell}:idle:`);
  const { code } = await tmux.host.script(SCRIPT, [tty, atPrompt ? keepRow(Number(row)) : CLEAR_ALL]);
  if (code === 0) return;
  // A terminal of somebody else: what is read until the next line is not exact.
  await tmux.request([
    ['send-keys', '-R', '-t', id],
    ['clear-history', '-t', id],
  ]);
}

const FIELDS = { tty: 'pane_tty', row: 'cursor_y' } as const;

/** Opened without creating it: a terminal may be gone. */
const SCRIPT = `[ -c "$1" ] && printf "$2" >"$1"`;

const CLEAR_ALL = '\\033[H\\033[2J\\033[3J';

function keepRow(row: number): string {
  return `\\033[J${row > 0 ? `\\033[${row}S\\033[${row}A` : ''}\\033[3J`;
}
