import { missing, parseRecord, type RecordFields, recordFormat, type TmuxContext } from '../tmux/index.js';
import { withoutSequences } from '../vt/index.js';
import { statePrefix } from './integration/marks-of-shell.js';
import { markerColour } from './integration/posix-shell.js';

export type ShellKind = 'bash' | 'zsh' | 'fish' | 'sh';

/**
 * - `idle`: at the prompt
 * - `more`: somebody has begun a command of several lines
 * - `busy`: something runs
 * - `gone`: the shell has ended
 */
export type ShellActivity = 'idle' | 'more' | 'busy' | 'gone';

/** What tmux knows of an integrated shell at one moment. */
export interface ShellState {
  readonly activity: ShellActivity;
  /** Name of the program in the foreground. */
  readonly program: string;
  /** Number of the prompt that the shell is at, or at which what runs was typed; 0 where nobody told. */
  readonly prompt: number;
  /** Exit code of the last command, or of the shell. */
  readonly code: number;
  readonly kind: ShellKind | undefined;
  /** What is typed behind the prompt, where the shell does not tell that itself. */
  readonly half: string;
  readonly cwd: string;
  readonly column: number;
  readonly width: number;
  /** As tmux keeps it. */
  readonly path: string;
  /** The holder of the lock: `PROMPT TOKEN CLIENT`. */
  readonly claim: string;
  /** Name of our own client. */
  readonly client: string;
}

export const CLAIM_OPTION = '@muxwright_shell_claim';

export async function readShellState(tmux: TmuxContext, pane: string, nonce: string): Promise<ShellState> {
  const [body, client, screen] = await tmux.request([
    ['display-message', '-p', '-t', pane, recordFormat(FIELDS)],
    ['display-message', '-p', '#{client_name}'],
    ['capture-pane', '-p', '-e', '-N', '-t', pane],
  ]);
  const record = parseRecord(FIELDS, body ?? Buffer.alloc(0));
  if (record.id !== pane) throw missing('PANE_NOT_FOUND', 'pane', pane, tmux.place);
  const rows = (screen ?? Buffer.alloc(0)).toString().split('\n');
  return {
    ...interpret(record, nonce, rows),
    program: record.program,
    cwd: record.cwd,
    column: Number(record.column),
    width: Number(record.width),
    path: record.path,
    claim: record.claim,
    client: (client ?? '').toString().trim(),
  };
}

const FIELDS = {
  id: 'pane_id',
  path: 'pane_path',
  program: 'pane_current_command',
  cwd: 'pane_current_path',
  dead: 'pane_dead',
  column: 'cursor_x',
  row: 'cursor_y',
  width: 'pane_width',
  claim: CLAIM_OPTION,
} as const satisfies RecordFields;

type Told = Pick<ShellState, 'activity' | 'prompt' | 'code' | 'kind' | 'half'>;

/** What the shell told, and what the screen shows of it. */
export function interpret(
  record: { readonly path: string; readonly dead: string; readonly row: string },
  nonce: string,
  rows: readonly string[],
): Told {
  const { word, ...told } = toldByShell(record.path, nonce);
  const nothing = { prompt: 0, code: 0, kind: undefined, half: '' };
  if (word === 'gone' || record.dead === '1') return { ...nothing, activity: 'gone', code: told.code };
  if (word === 'more') return { ...nothing, activity: 'more' };
  if (word === 'run') return { ...nothing, activity: 'busy', prompt: told.prompt };
  // Whatever else is there was put there by a program that runs.
  if (word !== 'idle') return { ...nothing, activity: 'busy' };
  const idle = { ...told, half: '' };
  if (told.kind !== 'sh') return { ...idle, activity: 'idle' };
  const half = behindPrompt(rows[Number(record.row)] ?? '', nonce);
  if (half === undefined) return { ...idle, activity: 'busy' };
  return { ...idle, activity: 'idle', half };
}

export interface ToldByShell {
  readonly word: 'idle' | 'more' | 'run' | 'gone' | undefined;
  readonly prompt: number;
  readonly code: number;
  readonly kind: ShellKind | undefined;
}

/** The last that a shell said of itself, as tmux keeps it; without a word where something else stands there. */
export function toldByShell(path: string, nonce: string): ToldByShell {
  const prefix = statePrefix(nonce);
  const [word, first = '', second = '', kind] =
    nonce !== '' && path.startsWith(prefix) ? path.slice(prefix.length).split(':') : [];
  return {
    word: word as ToldByShell['word'],
    prompt: word === 'idle' || word === 'run' ? Number(first) : 0,
    code: Number(word === 'gone' ? first : second),
    kind: kind as ShellKind | undefined,
  };
}

/** What stands behind the marked space in a row with its colours; `undefined` where there is no such space. */
function behindPrompt(row: string, nonce: string): string | undefined {
  const marker = `\x1b[38;2;${markerColour(nonce)}m`;
  const at = row.lastIndexOf(marker);
  if (at < 0) return undefined;
  return withoutSequences(row.slice(at)).trim();
}
