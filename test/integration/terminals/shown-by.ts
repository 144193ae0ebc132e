import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { StyledScreen } from '../../../src/screen/styled-screen.js';
import type { Pane } from '../../../src/tmux/pane.js';
import { parseSnapshot, snapshotCommands } from '../../../src/tmux/pane-snapshot.js';
import type { Tmux } from '../../../src/tmux/tmux.js';

/** What a terminal of the same size shows that is given bytes: the terminal is tmux itself. */
export async function shownBy(
  tmux: Tmux,
  folder: string,
  bytes: Uint8Array,
  size: { readonly cols: number; readonly rows: number },
): Promise<ShownScreen> {
  const name = `replay-${replays++}`;
  const file = join(folder, name);
  await writeFile(file, bytes);
  const session = await tmux.ensureSession(name, {
    size: { width: size.cols, height: size.rows },
    command: ['sh', '-c', `stty raw -echo; cat ${file}; printf '\\033]2;${name}\\007'; exec sleep 600`],
  });
  const [info] = (await tmux.panes()).filter(({ sessionId }) => sessionId === session.id);
  const pane = tmux.pane(info?.id ?? '');
  await pane.waitForScreen(({ title }) => title === name, { timeoutMs: 120_000 });
  const shown = await shownIn(tmux, pane);
  await session.kill();
  return shown;
}

/** What can be seen of a pane, and how it goes on. */
export async function shownIn(tmux: Tmux, pane: Pane): Promise<ShownScreen> {
  const snapshot = parseSnapshot(await tmux.request(snapshotCommands(pane.id)));
  const { screen, beneath, modes, unfinished } = snapshot;
  return {
    rows: screen.styledRows.map(trimmed),
    cursor: screen.cursor,
    alternate: screen.alternate,
    beneath: screen.alternate ? (beneath?.styledRows ?? []).map(trimmed) : [],
    modes: { ...modes, bracketedPaste: undefined },
    unfinished,
  };
}

export interface ShownScreen {
  readonly rows: readonly (readonly Run[])[];
  readonly cursor: StyledScreen['cursor'];
  readonly alternate: boolean;
  readonly beneath: readonly (readonly Run[])[];
  readonly modes: object;
  readonly unfinished: string;
}

type Run = StyledScreen['styledRows'][number][number];

/** Plain spaces at the end of a row look like nothing at all. */
function trimmed(row: readonly Run[]): readonly Run[] {
  const runs = [...row];
  for (let last = runs.pop(); last; last = runs.pop()) {
    const isPlain = last.background === undefined && !last.reverse && !last.underline && !last.struck;
    const text = isPlain ? last.text.trimEnd() : last.text;
    if (text === '') continue;
    // The pen goes over into spaces: their colour is not seen.
    runs.push({ ...last, text });
    return runs;
  }
  return runs;
}

let replays = 0;
