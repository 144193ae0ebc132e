import { Deadline, deferred, isMuxError } from '../model/index.js';
import { observerOf } from '../panes/index.js';
import { type CellRange, secretCells } from '../redaction/index.js';
import { captureCommand, type Pane, parseRecord, recordFormat, type Tmux } from '../tmux/index.js';

/** What had to be done: nothing, cells were erased, or the whole terminal was. */
export type PaneScrub = 'nothing' | 'erased' | 'reset';

/**
 * Removes secrets from what a pane shows and remembers. History that holds one is cleared; on the screen exactly its
 * cells are erased. Where the screen changes faster than that, it is cleared as a whole. A pane that is gone shows
 * nothing any more.
 */
export async function scrubPane(tmux: Tmux, pane: Pane, secrets: readonly string[]): Promise<PaneScrub> {
  let done: PaneScrub = 'nothing';
  try {
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const { remembered, cells, tty } = await findSecrets(tmux, pane, secrets);
      if (!remembered && cells.length === 0) return done;
      if (remembered) await pane.clearHistory();
      if (cells.length > 0) await eraseCells(tmux, pane, tty, cells);
      done = 'erased';
    }
    const { remembered, cells } = await findSecrets(tmux, pane, secrets);
    if (!remembered && cells.length === 0) return done;
    await tmux.request([
      ['send-keys', '-R', '-t', pane.id],
      ['clear-history', '-t', pane.id],
    ]);
    return 'reset';
  } catch (error) {
    if (isMuxError(error, 'PANE_NOT_FOUND', 'NO_SERVER')) return done;
    throw error;
  }
}

const ATTEMPTS = 3;

const fields = { id: 'pane_id', tty: 'pane_tty', historySize: 'history_size' } as const;

async function findSecrets(
  tmux: Tmux,
  pane: Pane,
  secrets: readonly string[],
): Promise<{ remembered: boolean; cells: CellRange[]; tty: string }> {
  const [body = Buffer.alloc(0), state = Buffer.alloc(0)] = await tmux.request([
    captureCommand(pane.id, { history: 'all', untrimmed: true }),
    ['display-message', '-p', '-t', pane.id, recordFormat(fields)],
  ]);
  const { tty, historySize } = parseRecord(fields, state);
  const found = secretCells(body.toString().replace(/\n$/, '').split('\n'), secrets);
  const onScreen = found.map((range) => ({ ...range, row: range.row - Number(historySize) }));
  return {
    remembered: onScreen.some(({ row }) => row < 0),
    cells: onScreen.filter(({ row }) => row >= 0),
    tty,
  };
}

/**
 * Writes to the terminal itself, as a program in it would: only positions and lengths. Nothing is printed, so a
 * recorder that listens gets nothing but escape sequences.
 */
async function eraseCells(tmux: Tmux, pane: Pane, tty: string, cells: readonly CellRange[]): Promise<void> {
  const erase = cells.map(({ row, column, length }) => `\x1b[${row + 1};${column + 1}H\x1b[${length}X`);
  // Saved and restored are the cursor, the colours and whether positions count from the scrolling region.
  const sequence = `\x1b7\x1b[?6l\x1b[m${erase.join('')}\x1b8`;
  const arrived = deferred();
  const seen = (): void => arrived.resolve();
  let recent = '';
  const feed = await observerOf(pane).listen({
    output: (data) => {
      recent = (recent + data.toString('latin1')).slice(-2 * sequence.length - data.length);
      if (recent.includes(sequence)) seen();
    },
    gap: seen,
    closed: seen,
  });
  using deadline = new Deadline({ what: 'Erasing a secret from the screen', timeoutMs: ARRIVAL_MS });
  try {
    const { code } = await tmux.host.script('[ -c "$1" ] && printf %s "$2" >"$1"', [tty, sequence]);
    if (code === 0) await deadline.race(arrived.promise);
  } catch (error) {
    // The next look tells whether it was erased; if not, there is another way.
    if (!isMuxError(error, 'TIMEOUT')) throw error;
  } finally {
    feed.close();
  }
}

const ARRIVAL_MS = 2_000;
