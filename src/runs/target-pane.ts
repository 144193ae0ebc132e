import { callOf, isMuxError, MuxError, phrase } from '../model/index.js';
import type { Pane, Tmux } from '../tmux/index.js';

/**
 * The pane that a tmux target names: `%7`, `=work:@3.%7`, `@3`, `work`, `work:1`, `work:editor.0`. Names count as a
 * whole, and nothing counts from where somebody happens to be: tmux itself would take `wo` for `work`, and `-` for a
 * neighbour. Fails with `PANE_NOT_FOUND`.
 */
export async function targetPane(tmux: Tmux, target: string): Promise<Pane> {
  const id = /(?:^|[.:])(%\d+)$/.exec(target)?.[1];
  if (id !== undefined) return tmux.pane(id);
  const parts = partsOf(target);
  const panes = parts && (await panesOf(tmux, parts.window));
  const found = panes?.find(({ index, active }) => (parts?.pane === '' ? active : parts?.pane === index));
  if (found) return tmux.pane(found.id);
  throw new MuxError('PANE_NOT_FOUND', `'${target}' matches no pane on ${tmux.place}.`, {
    suggestion: phrase`Give SESSION:WINDOW.PANE as tmux has it, or the target or pane id that ${callOf('run.start', {}, 'run()')} returned.`,
    details: { target },
  });
}

interface TargetParts {
  /** For tmux, each name as a whole. */
  readonly window: string;
  /** Its index; empty for the active one. */
  readonly pane: string;
}

function partsOf(target: string): TargetParts | undefined {
  const [, id, paneOfId = ''] = /^(@\d+)(?:\.(\d+))?$/.exec(target) ?? [];
  if (id !== undefined) return { window: id, pane: paneOfId };
  const [, session, window = '', pane = ''] =
    /^=?([^=:.][^:.]*)(?::([^.]*))?(?:\.(\d+))?$/su.exec(target) ?? [];
  if (session === undefined) return undefined;
  return { window: `${exact(session, /^\$\d+$/)}:${exact(window, /^(?:@?\d+)?$/)}`, pane };
}

/** tmux takes what begins with `=` word for word. */
function exact(name: string, isId: RegExp): string {
  return isId.test(name) || name.startsWith('=') ? name : `=${name}`;
}

interface ListedPane {
  readonly id: string;
  readonly index: string;
  readonly active: boolean;
}

async function panesOf(tmux: Tmux, window: string): Promise<readonly ListedPane[]> {
  try {
    const fields = '#{pane_id} #{pane_index} #{pane_active}';
    const lines = await tmux.command('list-panes', '-t', window, '-F', fields);
    return lines.map((line) => {
      const [id = '', index = '', active] = line.split(' ');
      return { id, index, active: active === '1' };
    });
  } catch (error) {
    if (isMuxError(error, ...GONE)) return [];
    throw error;
  }
}

/** `INVALID_ARGUMENT`: a name with a NUL in it, which nothing can have. */
const GONE = [
  'TMUX_COMMAND_FAILED',
  'NO_SERVER',
  'SESSION_NOT_FOUND',
  'WINDOW_NOT_FOUND',
  'PANE_NOT_FOUND',
  'INVALID_ARGUMENT',
] as const;
