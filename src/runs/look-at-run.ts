import type { TerminalVerdict } from '../hosts/waiting/terminal-facts.js';
import { durationText } from '../model/duration-text.js';
import { isMuxError } from '../model/mux-error.js';
import { type RunEnding, readEnding } from '../recorder/run-ending.js';
import { screenQuestion } from '../screen/question.js';
import type { Screen } from '../screen/screen.js';
import type { PaneInfo } from '../tmux/infos.js';
import { answersOf, isInAnsweredRow } from './answered.js';
import { asksNothing } from './asks-nothing.js';
import { detectPrompt, lineAbove, looksLikePrompt, promptLine } from './prompt-detection.js';
import type { RunPlace } from './run-place.js';
import { signalOfCode } from './signal-names.js';
import { stableVerdict } from './stable-verdict.js';
import {
  type FinishedStatus,
  LOST_CODE,
  type Status,
  type StatusExplanation,
  type StatusSignal,
  type Verdict,
  type WaitingStatus,
} from './status.js';

export interface LookOptions {
  /** Detectors that count for this look, with those of the run. */
  readonly detectors?: readonly RegExp[];
  /** When the pane printed last, where that is known. */
  readonly quietMs?: number;
}

/** Asks everything that can tell what a run does, in the order of its weight. */
export async function lookAtRun(place: RunPlace, options: LookOptions = {}): Promise<StatusExplanation> {
  const signals: StatusSignal[] = [];
  const [ending, info] = await Promise.all([readEnding(place.tmux.host, place), paneInfo(place)]);
  const finished = finishedBy(ending, signals);
  if (finished) return { status: finished, signals };
  if (!info || info.dead) return { status: await lookAtRemains(place, info, signals), signals };
  const { pid, command } = info;
  signals.push({ source: 'pane', says: 'nothing', detail: `The pane is there: ${command}, process ${pid}.` });
  const status = await lookAtTerminal(place, info, options, signals);
  // A command that ended meanwhile waits for nothing, though its last line looks like a prompt or its shell asks.
  const late =
    status.state === 'waiting-for-input' && finishedBy(await readEnding(place.tmux.host, place), signals);
  return { status: late || status, signals };
}

/** The end of a run, where a file on its host tells it. */
export function finishedBy(ending: RunEnding, signals: StatusSignal[] = []): FinishedStatus | undefined {
  const { exitCode, sentinelCode, leavingCode, timedOut, proven } = ending;
  // Where nothing is known that the record could be checked against, any program may have written it.
  const confidence = proven ? 'certain' : 'likely';
  if (exitCode !== undefined) {
    signals.push(says('finished', 'exit-file', confidence, `The exit file says ${exitCode}.`));
    return finishedStatus(exitCode, { source: 'exit-file', confidence }, timedOut);
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
  return finishedStatus(code, { source: 'sentinel', confidence }, timedOut);
}

/** For a run whose pane is gone: files that lack the proof of the wrapper are a guess at how it ended. */
export function claimedBy({ claimedCode, timedOut }: RunEnding): FinishedStatus | undefined {
  if (claimedCode === undefined) return undefined;
  const guess = { source: 'exit-file', confidence: 'guess' } as const;
  return { ...finishedStatus(claimedCode, guess, timedOut), lost: true };
}

export function finishedStatus(code: number, verdict: Verdict, timedOut = false): FinishedStatus {
  const signal = timedOut ? undefined : signalOfCode(code);
  return { state: 'finished', code, ...(signal && { signal }), ...(timedOut && { timedOut }), ...verdict };
}

export function seenBefore({ source, confidence }: FinishedStatus): StatusSignal {
  return { source, says: 'finished', confidence, detail: 'It was seen to end before.' };
}

async function paneInfo({ pane }: RunPlace): Promise<PaneInfo | undefined> {
  try {
    return await pane?.info();
  } catch (error) {
    if (isMuxError(error, 'PANE_NOT_FOUND', 'NO_SERVER')) return undefined;
    throw error;
  }
}

/** The wrapper leaves its record before its pane goes: whatever is there is there now. */
async function lookAtRemains(
  place: RunPlace,
  info: PaneInfo | undefined,
  signals: StatusSignal[],
): Promise<FinishedStatus> {
  const detail = info ? 'The process of the pane is dead.' : 'The pane is gone.';
  signals.push({ source: 'pane', says: 'finished', confidence: 'certain', detail });
  const ending = await readEnding(place.tmux.host, place);
  const late = finishedBy(ending, signals);
  if (late) return late;
  if (place.recorded) {
    signals.push(says('finished', 'exit-file', 'certain', 'The store has how it ended; its files are gone.'));
    return place.recorded;
  }
  const claimed = claimedBy(ending);
  if (claimed) return claimed;
  const code = info?.deadStatus || (info?.deadSignal ? 128 + info.deadSignal : LOST_CODE);
  return { ...finishedStatus(code, { source: 'screen', confidence: 'guess' }), lost: true };
}

async function lookAtTerminal(
  place: RunPlace,
  info: PaneInfo,
  options: LookOptions,
  signals: StatusSignal[],
): Promise<Status> {
  const detectors = [...place.detectors, ...(options.detectors ?? [])];
  const [screen, kernel] = await Promise.all([
    place.pane?.screen().catch(() => undefined),
    stableVerdict(place.tmux.host, info.pid),
  ]);
  const { state, confidence, reason } = kernel;
  const kernelSays = state === 'waiting' ? 'waiting-for-input' : state === 'running' ? 'running' : 'nothing';
  const prompt = screen && detectPrompt(screen, detectors);
  const answered = screen !== undefined && prompt !== undefined && (await isAnswered(place, screen));
  signals.push(detectorSignal(prompt, answered, detectors.length, place));
  signals.push(says(kernelSays, 'kernel', state === 'unknown' ? undefined : confidence, reason));
  if (prompt !== undefined && !(answered && state !== 'waiting')) {
    const agreed = state === 'waiting' ? 'certain' : 'likely';
    return waitingStatus(place, prompt, { source: 'detector', confidence: agreed }, { kernel, screen });
  }
  if (state === 'waiting' && isWorthTelling(kernel, screen)) {
    const asked = screen && visiblePrompt(screen);
    return waitingStatus(place, asked, { source: 'kernel', confidence }, { kernel, screen });
  }
  return (await silent(place, screen, options, signals)) ?? runningStatus(kernel);
}

async function isAnswered(place: RunPlace, screen: Screen): Promise<boolean> {
  const answers = await answersOf(place);
  return answers !== undefined && isInAnsweredRow(answers, screen);
}

/** A program that watches its terminal and a network may do either: then its last line must look like a prompt, too. */
export function isWorthTelling({ confidence }: TerminalVerdict, screen: Screen | undefined): boolean {
  return confidence !== 'guess' || (screen !== undefined && looksLikePrompt(screen));
}

function runningStatus({ state, confidence }: TerminalVerdict): Status {
  if (state === 'running') return { state: 'running', source: 'kernel', confidence };
  return { state: 'running', source: 'screen', confidence: 'likely' };
}

async function silent(
  place: RunPlace,
  screen: Screen | undefined,
  { quietMs = 0 }: LookOptions,
  signals: StatusSignal[],
): Promise<Status | undefined> {
  if (place.silenceMs === 0 || !place.interactive) return undefined;
  const waits = quietMs >= place.silenceMs;
  const detail = `Nothing was printed for ${durationText(quietMs)}, and ${durationText(place.silenceMs)} count as waiting.`;
  signals.push(says(waits ? 'waiting-for-input' : 'nothing', 'silence', waits ? 'guess' : undefined, detail));
  if (!waits) return undefined;
  const asked = screen && visiblePrompt(screen);
  return waitingStatus(place, asked, { source: 'silence', confidence: 'guess' }, { screen });
}

/** The text that asks, where nobody said what it looks like. A full-screen program has no such line. */
export function visiblePrompt(screen: Screen): string | undefined {
  if (screen.alternate) return undefined;
  return promptLine(screen) || lineAbove(screen);
}

export async function waitingStatus(
  place: RunPlace,
  prompt: string | undefined,
  verdict: Verdict,
  { kernel, screen }: { readonly kernel?: TerminalVerdict; readonly screen?: Screen | undefined } = {},
): Promise<WaitingStatus> {
  const kind = kernel?.state === 'waiting' ? kernel.kind : undefined;
  const idle = await asksNothing(place, prompt, kind, screen);
  return {
    state: 'waiting-for-input',
    ...(prompt && { prompt: place.redactor.prompt(prompt) }),
    ...(screen && !idle && questionIn(place, screen)),
    ...(kind && { kind }),
    ...(idle && { idle }),
    ...verdict,
  };
}

function questionIn({ redactor }: RunPlace, screen: Screen): Pick<WaitingStatus, 'question' | 'fingerprint'> {
  const { text, fingerprint } = screenQuestion(screen);
  return { question: redactor.screen(text.split('\n')).join('\n'), fingerprint };
}

function detectorSignal(
  prompt: string | undefined,
  answered: boolean,
  count: number,
  place: RunPlace,
): StatusSignal {
  if (prompt === undefined) {
    const detail =
      count === 0 ? 'There are no prompt detectors.' : 'No detector fits the line of the cursor.';
    return says('nothing', 'detector', undefined, detail);
  }
  const line = place.redactor.prompt(prompt);
  if (answered) return says('nothing', 'detector', undefined, `'${line}' fits, but was answered.`);
  return says(
    'waiting-for-input',
    'detector',
    'likely',
    `A detector fits the line of the cursor: '${line}'.`,
  );
}

function says(
  what: StatusSignal['says'],
  source: StatusSignal['source'],
  confidence: StatusSignal['confidence'],
  detail: string,
): StatusSignal {
  return { source, says: what, ...(confidence && { confidence }), detail };
}

/** The command has ended, and its wrapper waits for the recorder. */
export function isLeaving(ending: RunEnding): boolean {
  return ending.exitCode === undefined && finishedBy(ending) !== undefined;
}
