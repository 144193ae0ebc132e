import {
  type CallOptions,
  callOf,
  Deadline,
  deferred,
  isMuxError,
  MuxError,
  phrase,
} from '../model/index.js';
import type { Screen } from '../screen/index.js';
import { lastScreen, withScreen } from '../tmux/index.js';
import type { RunPlace } from './run-place.js';
import type { RunWatch } from './run-watch.js';
import type { FinishedStatus } from './status.js';

/**
 * Tries again whenever something happened to a run, until there is an answer.
 *
 * @param what is awaited, for the error where it does not come
 */
export async function waitForRun<T>(
  watch: RunWatch,
  what: string,
  options: CallOptions,
  attempt: (watch: RunWatch) => T | undefined | Promise<T | undefined>,
): Promise<T> {
  const { place } = watch;
  using deadline = new Deadline({
    what: `Waiting for ${what} of run ${place.id}`,
    timeoutMs: options.timeoutMs ?? WAIT_MS,
    ...(options.signal && { signal: options.signal }),
  });
  let happened = true;
  let wakeUp: () => void = () => {};
  const wake = (): void => {
    happened = true;
    wakeUp();
  };
  const stopListening = watch.listen({ wake, status: wake });
  void watch.complete.then(wake);
  try {
    await deadline.race(watch.start());
    for (;;) {
      happened = false;
      const answer = await deadline.race(Promise.resolve(attempt(watch)));
      if (answer !== undefined) return answer;
      if (watch.over && !watch.ended) throw unwatched(place.id, what);
      const next = deferred();
      wakeUp = next.resolve;
      if (happened) next.resolve();
      await deadline.race(next.promise);
    }
  } catch (error) {
    throw withScreen(withQuestion(error, watch), await redactedScreen(place));
  } finally {
    stopListening();
  }
}

/** Most waits that take too long are for a program that waits itself. */
function withQuestion(error: unknown, { status, place }: RunWatch): unknown {
  if (!isMuxError(error, 'TIMEOUT') || status.state !== 'waiting-for-input') return error;
  const prompt = place.redactor.line(status.prompt?.trim() ?? '');
  const question = prompt === '' ? '' : `: '${prompt}'`;
  return new MuxError('TIMEOUT', error.message, {
    suggestion: `It waits for input${question}. Answer it, then wait on.`,
    details: { ...error.details, ...(prompt !== '' && { prompt }) },
    cause: error.cause,
  });
}

/** What somebody is told who waits for something of a run that ended without it. */
export function runEnded(id: string, status: FinishedStatus, did: string): MuxError {
  return new MuxError('RUN_ENDED', `Run ${id} ${endOf(status)}${status.lost ? ',' : ''} before it ${did}.`, {
    suggestion: phrase`Look at what it printed with ${callOf('run.output', { run: id }, 'harvest()')}.`,
    details: { id, status },
  });
}

/** For an answer that comes too late. */
export function takesNothing(id: string, status: FinishedStatus): MuxError {
  return new MuxError('RUN_ENDED', `Run ${id} ${endOf(status)}, so input sent to it would not be read.`, {
    suggestion: phrase`Look at what it printed with ${callOf('run.output', { run: id }, 'harvest()')}, and start it again if it should continue.`,
    details: { id, status },
  });
}

function endOf({ lost, code, notRun }: FinishedStatus): string {
  if (notRun) return 'was not run';
  return lost ? 'was lost, because its window or its tmux server was closed' : `ended with ${code}`;
}

function unwatched(id: string, what: string): MuxError {
  return new MuxError('CLOSED', `Run ${id} is no longer watched, so waiting for ${what} was stopped.`, {
    suggestion: 'Open the run again; it may still be running.',
  });
}

async function redactedScreen({ pane, redactor }: RunPlace): Promise<Screen | undefined> {
  const screen = pane && (await lastScreen(pane));
  return screen && { ...screen, lines: redactor.screen(screen.lines), rows: redactor.screen(screen.rows) };
}

const WAIT_MS = 30_000;
