import { readShellState, type ShellKind } from '../../shells/index.js';
import { type ActionContext, timestamp } from '../action-context.js';
import { setPane } from './launch-pane.js';
import type { WorkspacePane } from './survey.js';

/** The last text that was sent to a pane: a command, or what a program in it asked for. */
export interface SentCommand {
  /** Redacted, and cut where it is long. */
  readonly command: string;
  readonly sentAt: string;
  /** Number of the prompt that it is read at; `null` where something ran, or nobody can tell. */
  readonly prompt: number | null;
}

/** The last command that was typed at the prompt of the pane's own shell. */
export interface StartedCommand {
  readonly command: string;
  /** Whether this is all of it: neither cut nor redacted. */
  readonly whole: boolean;
  readonly prompt: number;
}

/** What is known of the pane's own shell at the moment of a note. */
export interface NotedCommand {
  /** Number of the prompt that the shell is at; `null` where something runs. */
  readonly prompt: number | null;
  /** Number of the first prompt at which it can start: not the one where something else was typed before it. */
  readonly startsAt: number;
  readonly kind: ShellKind | undefined;
  /** Takes the note back, where the command was not run in the end. */
  readonly takeBack: () => Promise<unknown>;
}

/**
 * Notes with a pane what is about to be typed into it. Only what is typed at the prompt can start a program: everything
 * else is an answer to the one that runs, and that one stays known.
 */
export async function noteSent(
  workspace: ActionContext,
  pane: WorkspacePane,
  command: string,
  sentAt = timestamp(workspace),
): Promise<NotedCommand> {
  const { tmux, redactor } = workspace;
  const { prompt, kind, running, isNew } = await promptOf(workspace, pane);
  // A shell that has shown no prompt yet reads what is typed at its first ones, a command at each.
  const readAt = isNew ? (sentCommand(pane)?.prompt ?? 0) + 1 : prompt;
  const text = redactor.text(command).slice(0, LONGEST_NOTE);
  const sent: SentCommand = { command: text, sentAt, prompt: readAt };
  const started = readAt === null ? undefined : { command: text, whole: text === command, prompt: readAt };
  const notes = (sentNote: string, startedNote: string | undefined) => [
    setPane(pane.id, 'sent', sentNote),
    ...(startedNote === undefined ? [] : [setPane(pane.id, 'started', startedNote)]),
  ];
  await tmux.request(notes(JSON.stringify(sent), started && JSON.stringify(started)));
  const isBehind = prompt !== null && sentCommand(pane)?.prompt === prompt;
  const startsAt = isBehind ? prompt + 1 : (readAt ?? running + 1);
  return { prompt, startsAt, kind, takeBack: () => tmux.request(notes(pane.sent, started && pane.started)) };
}

const LONGEST_NOTE = 2_000;

async function promptOf(
  { tmux }: ActionContext,
  { id, shell }: WorkspacePane,
): Promise<Pick<NotedCommand, 'prompt' | 'kind'> & { readonly running: number; readonly isNew: boolean }> {
  if (shell === '') return { prompt: null, kind: undefined, running: 0, isNew: false };
  const { activity, prompt, kind, path } = await readShellState(tmux.pane(id).tmux, id, shell);
  if (activity === 'idle') return { prompt, kind, running: 0, isNew: false };
  return { prompt: null, kind, running: prompt, isNew: path === '' };
}

export function sentCommand({ sent }: Pick<WorkspacePane, 'sent'>): SentCommand | undefined {
  const { command, sentAt, prompt = null } = parsed<SentCommand>(sent);
  return command === undefined || sentAt === undefined ? undefined : { command, sentAt, prompt };
}

export function startedCommand({ started }: Pick<WorkspacePane, 'started'>): StartedCommand | undefined {
  const { command, whole = false, prompt } = parsed<StartedCommand>(started);
  return command === undefined || prompt === undefined ? undefined : { command, whole, prompt };
}

function parsed<T>(note: string): Partial<T> {
  try {
    return JSON.parse(note) as Partial<T>;
  } catch {
    return {};
  }
}
