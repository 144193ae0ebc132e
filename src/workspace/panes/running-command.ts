import { shellQuote } from '../../model/index.js';
import type { ForegroundProcess } from '../../panes/index.js';
import type { Verdict } from '../../runs/index.js';
import { LAUNCHER_BEGINNING, toldByShell } from '../../shells/index.js';
import { type StartedCommand, sentCommand, startedCommand } from './sent-note.js';
import type { WorkspacePane } from './survey.js';

/** Whether something runs in a pane, where that was seen, and how sure it is. */
export interface RunningVerdict extends Verdict {
  /** The command line in the foreground; `null` at an idle shell prompt. */
  readonly running: string | null;
}

type Processes = readonly ForegroundProcess[] | undefined;

/**
 * Tells what runs in the foreground of a pane: by the shell itself where we opened it and it tells, else by the
 * processes that the kernel has in the foreground of its terminal, else by the name that tmux knows.
 */
export function runningCommand(pane: WorkspacePane, foreground: Processes): RunningVerdict {
  const { activity, prompt } = shellState(pane);
  const sent = sentCommand(pane);
  if (activity === 'idle') {
    // What was typed at this very prompt is about to begin.
    if (sent && sent.prompt === prompt)
      return { running: sent.command, source: 'osc133', confidence: 'likely' };
    return { running: null, source: 'osc133', confidence: 'certain' };
  }
  const program = foreground?.find(({ argv }) => !isIdleShell(argv));
  if (program) return { running: commandText(program.argv), source: 'kernel', confidence: 'certain' };
  if (activity === 'run' && !foreground?.some(({ argv }) => !isOwnShell(argv))) {
    // What a shell does itself, a loop or a builtin, has no process of its own.
    const running = startedHere(pane)?.command ?? pane.program;
    return { running, source: 'osc133', confidence: 'certain' };
  }
  // The shell is starting, and reads this at one of its first prompts.
  if (pane.path === '' && pane.shell !== '' && sent && sent.prompt !== null)
    return { running: sent.command, source: 'osc133', confidence: 'likely' };
  if (foreground && foreground.length > 0) return { running: null, source: 'kernel', confidence: 'likely' };
  return { running: SHELLS.test(pane.program) ? null : pane.program, source: 'title', confidence: 'guess' };
}

/** What became of the last command that was sent: it has ended only when there is a prompt behind its own. */
export function sentState(pane: WorkspacePane, { running }: RunningVerdict): 'running' | 'ended' | null {
  const sent = sentCommand(pane);
  if (!sent) return null;
  const { prompt } = shellState(pane);
  if (sent.prompt !== null && prompt !== undefined) return prompt > sent.prompt ? 'ended' : 'running';
  return running === null ? 'ended' : 'running';
}

/**
 * The command that would start again what runs in a pane: as it was typed, if that is what runs, for it says more than
 * what it became: pipes, loops, variables. `undefined` where it is not known whole.
 */
export function restartCommand(pane: WorkspacePane, foreground: Processes): string | null | undefined {
  if (runningCommand(pane, foreground).running === null) return null;
  const programs = foreground?.filter(({ argv }) => !isIdleShell(argv)) ?? [];
  const started = startedHere(pane);
  const isStarted = ({ argv }: ForegroundProcess): boolean =>
    argv.every((word) => started?.command.includes(word));
  if (started && (programs.length === 0 || programs.some(isStarted)))
    return started.whole ? started.command : undefined;
  return programs[0] && commandText(programs[0].argv);
}

interface ToldState {
  readonly activity?: 'idle' | 'run';
  /** Number of the prompt that the shell is at, or at which what runs was typed. */
  readonly prompt?: number;
}

/** The command that we typed at the prompt behind which something runs now; a person may have typed another since. */
function startedHere(pane: WorkspacePane): StartedCommand | undefined {
  const started = startedCommand(pane);
  const { prompt = started?.prompt } = shellState(pane);
  return started?.prompt === prompt ? started : undefined;
}

/** What a shell that we opened tells; a plain `sh` tells only that it is at a prompt, and never that it left it. */
function shellState({ path, shell }: WorkspacePane): ToldState {
  const { word, prompt, kind } = toldByShell(path, shell);
  if (word === 'run') return { activity: 'run', prompt };
  if (word !== 'idle') return {};
  return { ...(kind !== 'sh' && { activity: 'idle' }), prompt };
}

const SHELLS = /^-?(?:ba|z|fi|da|a|k|c|tc)?sh$/;

/** A shell that was given nothing to run, and so reads what is typed, or what starts the shell of a new pane. */
function isIdleShell(argv: readonly string[]): boolean {
  const [program = '', ...rest] = argv;
  if (rest[1]?.startsWith(LAUNCHER_BEGINNING)) return true;
  const name = program.slice(program.lastIndexOf('/') + 1);
  if (name === 'busybox') return isIdleShell(rest);
  if (!SHELLS.test(name)) return false;
  const words = rest.filter((_, index) => !/^(?:--rcfile|--init-file|-C)$/.test(rest[index - 1] ?? ''));
  return words.every((word) => word.startsWith('-') && !/^-[a-z]*c$/.test(word));
}

/** The shell of a pane is started as an interactive one, in so many words, and so are those that it forks. */
function isOwnShell(argv: readonly string[]): boolean {
  return isIdleShell(argv) && argv.includes('-i');
}

/** A program that set its own title has one word with spaces, which is not quoted. */
function commandText(argv: readonly string[]): string {
  if (argv.length === 1) return argv[0] ?? '';
  return argv.map(shellQuote).join(' ');
}
