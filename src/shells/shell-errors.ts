import { callOf, MuxError, phrase } from '../model/index.js';
import type { ShellState } from './shell-state.js';

export function busyError(pane: string, state: ShellState): MuxError {
  const what = state.activity === 'idle' ? 'another exec' : `'${state.program}'`;
  return new MuxError('SHELL_BUSY', `The shell in pane ${pane} is busy: ${what} runs in it.`, {
    suggestion: "Wait with { when: 'idle' }, or open another shell.",
    details: { pane, program: state.program },
  });
}

export function halfLineError(pane: string, half: string): MuxError {
  const what = half === '' ? 'the beginning of a command of several lines' : `'${half}'`;
  return new MuxError('SHELL_LINE_IN_USE', `A person has typed ${what} at the prompt in pane ${pane}.`, {
    suggestion: "Use { halfLine: 'keep' } to stash and restore it, or { halfLine: 'clear' } to discard it.",
    details: { pane, half },
  });
}

export function goneError(pane: string, code?: number): MuxError {
  const how = code === undefined ? '' : ` with code ${code}`;
  return new MuxError('PANE_DEAD', `The shell in pane ${pane} has ended${how}.`, {
    suggestion: phrase`Open a new one with ${callOf('workspace.init', {}, 'openShell()')}.`,
    details: { pane, code },
  });
}

export function garbledError(pane: string): MuxError {
  return new MuxError(
    'SHELL_LINE_IN_USE',
    `Keys were pressed in pane ${pane} while a command was handed to its shell, so it was not run.`,
    { suggestion: 'Try again.', details: { pane } },
  );
}

export function notIntegratedError(
  message: string,
  details: Readonly<Record<string, unknown>> = {},
): MuxError {
  return new MuxError('SHELL_NOT_INTEGRATED', message, {
    suggestion: phrase`Open a shell with ${callOf('workspace.init', {}, 'openShell()')}.`,
    details,
  });
}
