import { setTimeout as delay } from 'node:timers/promises';
import { isMuxError, MuxError, shownText } from '../model/index.js';
import type { Run } from '../runs/index.js';
import type { Tmux } from '../tmux/index.js';
import type { Recipe } from './recipe.js';

/**
 * Fails with `PROGRAM_NOT_FOUND` where the program of a worker that was just started is not on its host, or cannot be
 * run. A program that can be seen there costs one look; for one that cannot, which may be one that only the login files of
 * the user know the place of, the shell has a moment to say so.
 */
export async function checkProgram(
  tmux: Tmux,
  run: Run,
  { command }: Recipe,
  cwd: string | undefined,
): Promise<void> {
  const program = programOf(command);
  if (program === undefined) return;
  const { code: missing } = await tmux.host.script(LOOK, [program, cwd ?? '/']);
  if (missing === 0) return;
  const code = await codeOf(tmux, run, program);
  if (code !== NOT_FOUND && code !== NOT_EXECUTABLE) return;
  const what = code === NOT_FOUND ? 'There is no program' : 'Not a program that can be run:';
  throw new MuxError('PROGRAM_NOT_FOUND', `${what} '${shownText(program)}' on ${tmux.place}.`, {
    suggestion: 'Look at the spelling, install it there, or give its path.',
    details: { program, code, run: run.id },
  });
}

/** The first word, where that is all that a shell would look at. */
function programOf(command: string | readonly string[]): string | undefined {
  if (typeof command !== 'string') return command[0];
  return /^\s*([\w./+@%,:-]+)(?=\s|$)/.exec(command)?.[1];
}

/** How it ended; `undefined` where it runs. */
async function codeOf(tmux: Tmux, run: Run, program: string): Promise<number | undefined> {
  const name = program.replace(/^.*\//, '');
  const late = new AbortController();
  const ended = run.finished({ timeoutMs: 0, signal: late.signal }).then(({ code }) => code);
  ended.catch(() => {});
  try {
    for (let tries = 0; tries < TRIES; tries++) {
      const code = await Promise.race([ended, delay(TRY_MS)]);
      if (code !== undefined) return code;
      const info = await tmux.pane(run.paneId).info().catch(unlessGone);
      if (info?.command === name) return undefined;
    }
    return undefined;
  } finally {
    late.abort();
  }
}

function unlessGone(error: unknown): undefined {
  if (!isMuxError(error, 'PANE_NOT_FOUND', 'NO_SERVER')) throw error;
}

const NOT_FOUND = 127;
const NOT_EXECUTABLE = 126;
const TRY_MS = 100;
const TRIES = 20;

/** By what the shell has built in. Some shells call every path with a slash a command. */
const LOOK = `cd -- "$2" 2>/dev/null
case $1 in */*) [ -x "$1" ] && [ ! -d "$1" ] ;; *) command -v -- "$1" >/dev/null ;; esac`;
