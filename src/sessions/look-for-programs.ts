import { isMuxError } from '../model/index.js';
import { type ForegroundProcess, foregroundProcesses } from '../panes/index.js';
import { LAUNCHER_BEGINNING } from '../shells/index.js';
import type { Tmux } from '../tmux/index.js';
import { type DoubtfulPane, isChat, type SeenSession } from './survey-sessions.js';

/** Asks the kernel of the host, by one script, whether something runs where nobody told; `busy` is right afterwards. */
export async function lookForPrograms(tmux: Tmux, sessions: readonly SeenSession[]): Promise<SeenSession[]> {
  const pids = sessions.filter(isChat).flatMap(({ chat }) => chat.doubtful.map(({ pid }) => Number(pid)));
  if (pids.length === 0) return [...sessions];
  const inFront = await foregroundProcesses(tmux.host, pids).catch(hidden);
  return sessions.map((session) => {
    if (!isChat(session)) return session;
    const { chat } = session;
    const busy = chat.busy || chat.doubtful.some((pane) => isBusy(pane, inFront.get(Number(pane.pid)) ?? []));
    return { ...session, chat: { ...chat, busy } };
  });
}

/** A host that hides its processes gives none; one that is late must not be taken for one where nothing runs. */
function hidden(error: unknown): Map<number, never[]> {
  if (isMuxError(error, 'TIMEOUT')) throw error;
  return new Map();
}

/**
 * A shell that reads input is alone in the foreground; everything it runs, including another shell, has a separate
 * process group. A shell that is still being launched runs nothing yet.
 */
function isBusy({ program }: DoubtfulPane, inFront: readonly ForegroundProcess[]): boolean {
  if (inFront.length === 0) return !isShellName(program);
  const others = inFront.filter(({ argv }) => !isLauncher(argv));
  const launching = others.length < inFront.length;
  return (others.length > 1 && !launching) || others.some(({ argv }) => !isReadingShell(argv));
}

function isLauncher([, , script = '']: readonly string[]): boolean {
  return script.startsWith(LAUNCHER_BEGINNING);
}

/** A shell that was given neither a command nor a script. */
function isReadingShell([program = '', ...words]: readonly string[]): boolean {
  const name = program.slice(program.lastIndexOf('/') + 1);
  if (name === 'busybox') return isReadingShell(words);
  // What stands behind these two is read before the first prompt.
  const options = words.filter((_, at) => !/^(?:--rcfile|-C)$/.test(words[at - 1] ?? ''));
  return isShellName(name) && options.every((word) => /^--?[a-zC]+$/.test(word) && !/^-[a-z]*c/.test(word));
}

function isShellName(name: string): boolean {
  return /^-?(?:sh|bash|zsh|fish|dash|ash|busybox|ksh|tcsh|csh)$/.test(name);
}
