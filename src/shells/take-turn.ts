import { atMost, type Deadline, deferred } from '../model/index.js';
import { type ExecOptions, shellDefaults } from './exec-options.js';
import { type Answer, Execution } from './execution.js';
import { keys } from './integration/marks-of-shell.js';
import { TYPED_LINE } from './integration/posix-shell.js';
import { busyError, goneError, halfLineError } from './shell-errors.js';
import type { Claim, ShellPane } from './shell-pane.js';
import type { ShellState } from './shell-state.js';

/** A prompt that is ours: nobody else runs something at it. */
export interface Turn extends Claim, Disposable {
  readonly state: ShellState;
  /** Hears the shell until the turn is disposed of. */
  readonly execution: Execution;
  /** What the shell says to the keys that were pressed. */
  readonly answer: Promise<Answer>;
}

/** Resolves when the shell is at its prompt, it is our turn, and the shell was told to take a command. */
export async function takeTurn(shell: ShellPane, options: ExecOptions, deadline: Deadline): Promise<Turn> {
  const { halfLine = 'refuse' } = options;
  let changed = nothing;
  let ended = false;
  const wake = (): void => changed();
  using _listening = await deadline.race(
    shell.tap.listen({
      mark: wake,
      gap: wake,
      closed: () => {
        ended = true;
        wake();
      },
    }),
  );
  for (;;) {
    const change = deferred();
    changed = change.resolve;
    const state = await deadline.race(shell.state());
    if (ended || state.activity === 'gone') throw goneError(shell.id);
    const halfBegun = state.activity === 'more' || state.half !== '';
    if (halfBegun && (halfLine === 'refuse' || (state.activity === 'more' && halfLine === 'keep')))
      throw halfLineError(shell.id, state.half);
    if (state.activity === 'more') {
      await shell.send('\x03');
    } else if (state.activity === 'idle') {
      const turn = await tryTurn(shell, state, deadline);
      if (turn) return turn;
      if (options.when !== 'idle') throw busyError(shell.id, state);
    } else if (options.when !== 'idle') {
      throw busyError(shell.id, state);
    }
    await deadline.race(atMost(change.promise, shellDefaults.lookAgainMs));
  }
}

/**
 * Marks seen before the lock is acquired may be meant for another client, so each attempt starts a new listener.
 */
async function tryTurn(shell: ShellPane, state: ShellState, deadline: Deadline): Promise<Turn | undefined> {
  const execution = new Execution(shell.id, shell.kind);
  const listening = await shell.tap.listen(execution);
  try {
    execution.inherits = state.claim.startsWith(`${state.prompt} `);
    const answer = execution.answerAt(state.prompt);
    answer.catch(() => {});
    const claim = await deadline.race(shell.claim(state, openingKeys(shell, state)));
    if (claim) return { ...claim, ...listening, state, execution, answer };
  } catch (error) {
    listening[Symbol.dispose]();
    throw error;
  }
  listening[Symbol.dispose]();
  return undefined;
}

/** Plain shells cannot put half a line aside themselves: it goes, from its end on, before our own line. */
function openingKeys(shell: ShellPane, state: ShellState): string {
  if (shell.kind !== 'sh') return keys.polite;
  return state.half === '' ? `${TYPED_LINE}\n` : `\x05\x15${TYPED_LINE}\n`;
}

function nothing(): void {}
