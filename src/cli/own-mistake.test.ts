import { describe, expect, it } from 'vitest';
import { timeoutError } from '../model/deadline.js';
import { isMuxError, type MuxError } from '../model/mux-error.js';
import { readInput } from '../operations/read-input.js';
import { runList } from '../operations/runs/run-list.js';
import { workerClean } from '../operations/workers/worker-clean.js';
import { commands } from './commands.js';
import { inWordsOf } from './own-mistake.js';

describe('a mistake in the words of a command', () => {
  it('names the option that was typed', () => {
    expect(
      told(
        'runs',
        mistake(() => readInput(runList, { limit: 0 })),
      ),
    ).toEqual(['--limit must be at least 1, and is 0.', '--limit: Maximum number of runs.']);
  });

  it('names the words that a rule is about', () => {
    expect(
      told(
        'clean',
        mistake(() => readInput(workerClean, {})),
      ),
    ).toEqual([
      'mux clean: give exactly one of WORKER, --all and --tag.',
      'Run mux help clean for its options.',
    ]);
  });

  it('is told no option that the command does not have', () => {
    const late = timeoutError('tmux list-panes on local', 5_000);
    expect(told('panes', late)).toEqual([
      late.message,
      'Check whether the host responds: mux doctor --host ADDRESS.',
    ]);
    expect(told('wait', late)).toEqual([
      late.message,
      'Give a larger --timeout, or check whether the host responds.',
    ]);
  });

  it('keeps the names of the operation for a caller of that operation', () => {
    const error = mistake(() => readInput(runList, { limit: 0 }));
    expect(told('call', error)).toEqual([error.message, error.suggestion]);
  });
});

function told(name: string, error: MuxError): (string | undefined)[] {
  const command = commands.find((one) => one.name === name);
  if (!command) throw new Error(`There is no command ${name}.`);
  const { message, suggestion } = inWordsOf(command, error);
  return [message, suggestion];
}

function mistake(work: () => unknown): MuxError {
  try {
    work();
  } catch (error) {
    if (isMuxError(error)) return error;
  }
  throw new Error('It was no mistake.');
}
