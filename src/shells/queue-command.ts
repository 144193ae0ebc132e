import { randomBytes } from 'node:crypto';
import { MuxError } from '../model/index.js';
import {
  type Command,
  commandLine,
  fillBuffer,
  missing,
  parseRecords,
  pasteCommand,
  type RecordFields,
  recordFormat,
  type TmuxContext,
} from '../tmux/index.js';
import { keys, statePrefix } from './integration/marks-of-shell.js';
import { DEAF, QUEUE_OPTION, WOKEN_OPTION } from './integration/queue-functions.js';
import { readShellState } from './shell-state.js';

/** A shell that was launched with a queue. */
export interface QueueingShell {
  readonly tmux: TmuxContext;
  /** Its id. A pane may be in several sessions, of which one has the queue. */
  readonly session: string;
  readonly pane: string;
  readonly nonce: string;
}

/**
 * - `woken`: it runs what is queued, or is about to
 * - `empty`: nothing is queued
 * - `away`: something else runs there, or a person has typed half a line in a plain `sh`; it looks before its next prompt
 */
export type QueueState = 'woken' | 'empty' | 'away';

export interface QueuedCommand {
  readonly state: QueueState;
  /** The shell was waiting for it: nothing comes before. */
  readonly next: boolean;
}

/**
 * Gives a shell a command to run when it has run all that was given before, and does not wait for that. tmux keeps the
 * command, so that nobody has to, and it is run also where this process ends right after the call. It is in the language
 * of a POSIX shell, and any bytes but NUL are exact in it.
 *
 * @param beside commands that tmux carries out in the same turn, or not at all where the pane is gone
 */
export async function queueCommand(
  shell: QueueingShell,
  command: string | Uint8Array,
  beside: readonly Command[] = [],
): Promise<QueuedCommand> {
  const { tmux } = shell;
  const look = lookCommand(shell);
  await using filled = tmux.server ? undefined : await fillBuffer(Buffer.from(command), tmux, ask(shell));
  const name = `${JOB_PREFIX}${randomBytes(8).toString('hex')}`;
  const [before, after] = await lookAt(shell, [
    // The others do not fail where the session is there and the pane is not.
    ['list-panes', '-f', '0', '-t', queueTarget(shell)],
    look,
    ['set-option', '-a', '-t', queueTarget(shell), QUEUE_OPTION, ` ${name}`],
    // By its name a buffer belongs to a queue; so it gets it in the turn in which the queue names it.
    filled ? ['set-buffer', '-b', filled.name, '-n', name] : ['set-buffer', '-b', name, '--', command],
    ...beside,
    ...wakeCommands(shell),
    look,
  ]);
  filled?.isUsed();
  if (isDeaf(after)) throw await takeBack(shell, name);
  const state = await wakeIfPlain(shell, after);
  return { state, next: state === 'woken' && before.queue === '' && before.woken !== '1' };
}

/** Wakes a shell for which something is queued, if it is at its prompt. */
export async function wakeShell(shell: QueueingShell): Promise<QueueState> {
  const [, after] = await lookAt(shell, [...wakeCommands(shell), lookCommand(shell)]);
  return wakeIfPlain(shell, after);
}

/** The pane of a shell, in the session that has its queue. */
export function queueTarget({ session, pane }: Pick<QueueingShell, 'session' | 'pane'>): string {
  return `${session}:.${pane}`;
}

/** The beginning of the names of all buffers that wait in queues. */
export const JOB_PREFIX = 'muxwright-job-';

const FIELDS = {
  pane: 'pane_id',
  path: 'pane_path',
  queue: QUEUE_OPTION,
  woken: WOKEN_OPTION,
} as const satisfies RecordFields;

type QueueRecord = Readonly<Record<keyof typeof FIELDS, string>>;

function ask({ tmux }: QueueingShell): (commands: readonly Command[]) => Promise<Buffer[]> {
  return (commands) => tmux.request(commands);
}

function lookCommand(shell: QueueingShell): Command {
  return ['display-message', '-p', '-t', queueTarget(shell), recordFormat(FIELDS)];
}

/** The first and the last look of a group of commands. */
async function lookAt(
  shell: QueueingShell,
  commands: readonly Command[],
): Promise<readonly [QueueRecord, QueueRecord]> {
  const records = parseRecords(FIELDS, Buffer.concat(await ask(shell)(commands)));
  const [first, last] = [records[0], records.at(-1)];
  if (first && last?.pane === shell.pane) return [first, last];
  throw missing('PANE_NOT_FOUND', 'pane', shell.pane, shell.tmux.place);
}

/** A shell is woken at its prompt, and on the way there after it has looked. */
function wakeCommands(shell: QueueingShell): Command[] {
  const { nonce } = shell;
  return [
    wakeCommand(shell, `#{||:${editorIsIdle(nonce)},${hasPromised(nonce, 'soon')}}`, keys.wake),
    wakeCommand(shell, hasPromised(nonce, 'line'), '\n'),
  ];
}

/** One key for each time that the shell waits: a second one would be read by what it runs. */
function wakeCommand(shell: QueueingShell, condition: string, bytes: string): Command {
  const { tmux, pane } = shell;
  const buffer = `muxwright-${randomBytes(8).toString('hex')}`;
  const inner = commandLine([
    ['set-option', '-t', queueTarget(shell), WOKEN_OPTION, '1'],
    ['set-buffer', '-b', buffer, '--', bytes],
    pasteCommand(pane, buffer, { bracketed: false, newline: 'lf' }, tmux),
  ]);
  const waiting = `#{&&:#{!=:#{${WOKEN_OPTION}},1},#{!=:#{${QUEUE_OPTION}},}}`;
  return ['if-shell', '-F', '-t', queueTarget(shell), `#{&&:${waiting},${condition}}`, inner];
}

/** Shells with a line editor say when they run something; of a plain one only the screen tells. */
function editorIsIdle(nonce: string): string {
  return `#{m/r:^${statePrefix(nonce)}idle:.*:(bash|zsh|fish)$,#{pane_path}}`;
}

/** It has found nothing, and not yet shown its prompt: what it reads next is what it promised to read. */
function hasPromised(nonce: string, promise: 'soon' | 'line'): string {
  return `#{==:#{pane_path},${statePrefix(nonce)}run:#{s/^${promise} //:${WOKEN_OPTION}}}`;
}

function isDeaf({ path }: QueueRecord): boolean {
  return path.startsWith('muxwright:') && path.endsWith(`:${DEAF}`);
}

async function takeBack(shell: QueueingShell, name: string): Promise<MuxError> {
  const others = `#{s/ ${name}//:${QUEUE_OPTION}}`;
  await ask(shell)([
    ['set-option', '-F', '-t', queueTarget(shell), QUEUE_OPTION, others],
    ['delete-buffer', '-b', name],
  ]);
  const why = 'finds no tmux on its host, so it cannot read its queue';
  return new MuxError('SHELL_NOT_INTEGRATED', `The shell in pane ${shell.pane} ${why}.`, {
    suggestion: 'Add tmux to the PATH of the tmux server, and open another shell.',
    details: { pane: shell.pane },
  });
}

/** A plain shell is woken by an empty line, where nothing is typed yet. */
async function wakeIfPlain(shell: QueueingShell, record: QueueRecord): Promise<QueueState> {
  const { path } = record;
  if (stateOf(record) !== 'away') return stateOf(record);
  if (!path.startsWith(`${statePrefix(shell.nonce)}idle:`) || !path.endsWith(':sh')) return 'away';
  const { activity, half } = await readShellState(shell.tmux, shell.pane, shell.nonce);
  if (activity !== 'idle' || half !== '') return 'away';
  const [, after] = await lookAt(shell, [
    wakeCommand(shell, `#{==:#{pane_path},${path}}`, '\n'),
    lookCommand(shell),
  ]);
  return stateOf(after);
}

function stateOf({ woken, queue }: QueueRecord): QueueState {
  if (woken === '1') return 'woken';
  return queue === '' ? 'empty' : 'away';
}
