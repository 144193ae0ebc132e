import type { RunEnding } from '../recorder/index.js';
import { signalOfCode } from './signal-names.js';
import type { FinishedStatus, StatusSignal, Verdict } from './status.js';

/** The end of a run, where a file on its host tells it. */
export function finishedBy(ending: RunEnding, signals: StatusSignal[] = []): FinishedStatus | undefined {
  const { exitCode, sentinelCode, leavingCode, proven } = ending;
  // Where nothing is known that the record could be checked against, any program may have written it.
  const confidence = proven ? 'certain' : 'likely';
  if (exitCode !== undefined) {
    signals.push(says('finished', 'exit-file', confidence, `The exit file says ${exitCode}.`));
    return finishedStatus(exitCode, { source: 'exit-file', confidence }, ending);
  }
  if (ending.claimedCode !== undefined) {
    const detail = `The files say ${ending.claimedCode}, but without the proof of the wrapper.`;
    signals.push(says('nothing', 'exit-file', undefined, detail));
    return undefined;
  }
  signals.push(says('nothing', 'exit-file', undefined, 'There is no exit file.'));
  const code = sentinelCode ?? leavingCode;
  if (code === undefined) {
    signals.push(says('nothing', 'sentinel', undefined, 'The recorder has not seen the end.'));
    return undefined;
  }
  const who = sentinelCode === undefined ? 'wrapper' : 'recorder';
  signals.push(says('finished', 'sentinel', confidence, `The ${who} saw the end with ${code}.`));
  return finishedStatus(code, { source: 'sentinel', confidence }, ending);
}

/** For a run whose pane is gone: files that lack the proof of the wrapper are a guess at how it ended. */
export function claimedBy(ending: RunEnding): FinishedStatus | undefined {
  const { claimedCode } = ending;
  if (claimedCode === undefined) return undefined;
  const guess = { source: 'exit-file', confidence: 'guess' } as const;
  return { ...finishedStatus(claimedCode, guess, ending), lost: true };
}

export function finishedStatus(
  code: number,
  verdict: Verdict,
  { timedOut = false, notRun = false }: Partial<Pick<RunEnding, 'timedOut' | 'notRun'>> = {},
): FinishedStatus {
  const signal = timedOut ? undefined : signalOfCode(code);
  return {
    state: 'finished',
    code,
    ...(signal && { signal }),
    ...(timedOut && { timedOut }),
    ...(notRun && { notRun }),
    ...verdict,
  };
}

export function seenBefore({ source, confidence }: FinishedStatus): StatusSignal {
  return { source, says: 'finished', confidence, detail: 'It was seen to end before.' };
}

/** The command has ended, and its wrapper waits for the recorder. */
export function isLeaving(ending: RunEnding): boolean {
  return ending.exitCode === undefined && finishedBy(ending) !== undefined;
}

export function says(
  what: StatusSignal['says'],
  source: StatusSignal['source'],
  confidence: StatusSignal['confidence'],
  detail: string,
): StatusSignal {
  return { source, says: what, ...(confidence && { confidence }), detail };
}
