import { setTimeout as delay } from 'node:timers/promises';
import type { TerminalVerdict } from '../hosts/index.js';
import { durationText, isMuxError } from '../model/index.js';
import type { Screen, StyledScreen } from '../screen/index.js';
import type { PaneInfo } from '../tmux/index.js';
import { answersOf, isInAnsweredRow } from './answered.js';
import { askedQuestion } from './asked-question.js';
import { claimedBy, finishedBy, finishedStatus, says } from './ending-status.js';
import { isListening, knownAfterMs, SHORT_MS } from './listening.js';
import { detectPrompt, looksLikePrompt } from './prompt-detection.js';
import { questionOn } from './question.js';
import { quietTime } from './quiet-time.js';
import { isSameScreen, type Moment, readMoment } from './read-moment.js';
import { readRunEnding } from './read-run-ending.js';
import type { RunPlace } from './run-place.js';
import { screenOf } from './screen-of.js';
import {
  type FinishedStatus,
  LOST_CODE,
  type RunningStatus,
  type Status,
  type StatusExplanation,
  type StatusSignal,
  type Verdict,
  type WaitingStatus,
} from './status.js';

export interface LookOptions {
  /** Detectors that count for this look, with those of the run. */
  readonly detectors?: readonly RegExp[];
  /** For how long the pane has printed nothing, where that is known. */
  readonly quietMs?: number;
  /** The milliseconds after which its timer makes the program print, where that was seen. */
  readonly driven?: number | undefined;
  /** Whether it has run since it printed, and waits again. */
  readonly woke?: boolean;
}

/** Asks everything that can tell what a run does, in the order of its weight. */
export async function lookAtRun(place: RunPlace, options: LookOptions = {}): Promise<StatusExplanation> {
  const signals: StatusSignal[] = [];
  const [ending, info] = await Promise.all([readRunEnding(place), paneInfo(place)]);
  const finished = finishedBy(ending, signals);
  if (finished) return { status: finished, signals };
  if (!info || info.dead) return { status: await lookAtRemains(place, info, signals), signals };
  const { pid, command } = info;
  signals.push({ source: 'pane', says: 'nothing', detail: `The pane is there: ${command}, process ${pid}.` });
  const status = await lookAtTerminal(place, info, options, signals);
  // A command that ended meanwhile waits for nothing, though its last line looks like a prompt or its shell asks.
  const late = status.state === 'waiting-for-input' && finishedBy(await readRunEnding(place), signals);
  return { status: late || status, signals };
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
  const ending = await readRunEnding(place);
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
  const { moment, quietMs, listens } = await lookUntilKnown(place, info.pid, options);
  const { screen, verdict: kernel } = moment;
  const { state, confidence, reason } = kernel;
  const kernelSays =
    listens || state === 'running' ? 'running' : state === 'waiting' ? 'waiting-for-input' : 'nothing';
  const answers = detectors.length > 0 ? await answersOf(place) : undefined;
  const prompt = screen && detectPrompt(screen, detectors, { kernel: listens ? undefined : kernel, answers });
  const answered = screen !== undefined && answers !== undefined && isInAnsweredRow(answers, screen);
  signals.push(detectorSignal(prompt, answered, detectors.length, place));
  signals.push(says(kernelSays, 'kernel', state === 'unknown' ? undefined : confidence, reason));
  if (prompt !== undefined && !(answered && (listens || state !== 'waiting'))) {
    const agreed = state === 'waiting' && confidence === 'certain' ? 'certain' : 'likely';
    return waitingStatus(place, { source: 'detector', confidence: agreed }, { kernel, screen, prompt });
  }
  if (!listens && isWorthTelling(kernel, screen)) {
    return waitingStatus(place, { source: 'kernel', confidence }, { kernel, screen });
  }
  return (await silent(place, screen, quietMs, signals)) ?? runningStatus(kernel, listens);
}

interface Known {
  readonly moment: Moment;
  readonly quietMs: number;
  /** Whether it waits for its timer as well, and asks nothing. */
  readonly listens: boolean;
}

/** A program that wakes up by itself soon is watched until then: one that prints then only listens. */
async function lookUntilKnown(place: RunPlace, pid: number, options: LookOptions): Promise<Known> {
  const moment = await readMoment(place, pid);
  const timed = moment.verdict.timeoutMs !== undefined;
  const quietMs = options.quietMs ?? (timed || place.silenceMs > 0 ? await quietTime(place) : 0);
  const listening = { screen: moment.screen, quietMs, driven: options.driven, woke: options.woke ?? false };
  const listens = isListening(moment.verdict, listening);
  const { timeoutMs = 0 } = moment.verdict;
  if (!listens || listening.driven || timeoutMs > SHORT_MS) return { moment, quietMs, listens };
  if (!moment.still) return { moment, quietMs: 0, listens };
  let known: Known = { moment, quietMs, listens };
  let woke = listening.woke;
  for (let attempt = 0; known.listens && attempt < ATTEMPTS; attempt++) {
    const ms = Math.max(knownAfterMs(moment.verdict) - known.quietMs, timeoutMs + TIMER_LATE_MS);
    const { later, silentMs } = await lookLater(place, pid, moment, ms);
    // On a busy machine a timer may be late: until the program has run again, nothing is known.
    woke ||= later.verdict.wait !== moment.verdict.wait;
    const silence = known.quietMs + silentMs;
    const still = { ...listening, woke, screen: later.screen, quietMs: silence };
    known = { moment: later, quietMs: silence, listens: isListening(later.verdict, still) };
    if (silentMs < 0) break;
  }
  return known;
}

/** Looks again after a time, and a few times meanwhile: a spinner shows the same picture again and again. */
async function lookLater(
  place: RunPlace,
  pid: number,
  { screen: first }: Moment,
  ms: number,
): Promise<{ readonly later: Moment; readonly silentMs: number }> {
  const since = performance.now();
  let still = true;
  for (const part of [0.15, 0.37, 0.71, 1]) {
    await delay(Math.max(0, since + part * ms - performance.now()));
    still &&= isSameScreen(first, await screenOf(place));
    if (!still) break;
  }
  const later = await readMoment(place, pid);
  still &&= later.still && isSameScreen(first, later.screen);
  return { later, silentMs: still ? performance.now() - since : Number.NEGATIVE_INFINITY };
}

/**
 * A program that watches its terminal and a network may do either, and one that may not be looked at anything: then its
 * last line must look like a prompt, too.
 */
export function isWorthTelling(
  { state, confidence, process }: TerminalVerdict,
  screen: Screen | undefined,
): boolean {
  if (state === 'waiting' && confidence !== 'guess') return true;
  if (state === 'running' || (state === 'unknown' && !process)) return false;
  return screen !== undefined && looksLikePrompt(screen);
}

export function runningStatus({ state, confidence }: TerminalVerdict, listens = false): RunningStatus {
  if (listens) return { state: 'running', source: 'kernel', confidence: 'likely' };
  if (state === 'running') return { state: 'running', source: 'kernel', confidence };
  return { state: 'running', source: 'screen', confidence: 'likely' };
}

async function silent(
  place: RunPlace,
  screen: StyledScreen | undefined,
  quietMs: number,
  signals: StatusSignal[],
): Promise<Status | undefined> {
  if (place.silenceMs === 0 || !place.interactive) return undefined;
  const waits = quietMs >= place.silenceMs;
  const detail = `Nothing was printed for ${durationText(quietMs)}, and ${durationText(place.silenceMs)} count as waiting.`;
  signals.push(says(waits ? 'waiting-for-input' : 'nothing', 'silence', waits ? 'guess' : undefined, detail));
  if (!waits) return undefined;
  return waitingStatus(place, { source: 'silence', confidence: 'guess' }, { screen });
}

export interface WaitingSigns {
  readonly kernel?: TerminalVerdict;
  readonly screen?: StyledScreen | undefined;
  /** The line that a detector has found. */
  readonly prompt?: string | undefined;
}

export async function waitingStatus(
  place: RunPlace,
  verdict: Verdict,
  { kernel, screen, prompt: detected }: WaitingSigns,
): Promise<WaitingStatus> {
  const kind = kernel?.state === 'waiting' ? kernel.kind : undefined;
  const { prompt: line, idle } = questionOn(place, screen, kind, detected);
  await place.learned?.hideIn([...(screen?.rows ?? []), line].join('\n'));
  const prompt = line ? place.redactor.prompt(line) : undefined;
  return {
    state: 'waiting-for-input',
    ...(prompt !== undefined && { prompt }),
    ...(screen && !idle && askedQuestion(place, screen, kind, prompt)),
    ...(kind && { kind }),
    ...(idle && { idle }),
    ...verdict,
  };
}

function detectorSignal(
  prompt: string | undefined,
  answered: boolean,
  count: number,
  place: RunPlace,
): StatusSignal {
  if (prompt === undefined) {
    const detail = count === 0 ? 'There are no prompt detectors.' : 'No detector fits the latest lines.';
    return says('nothing', 'detector', undefined, detail);
  }
  const line = place.redactor.prompt(prompt);
  if (answered) return says('nothing', 'detector', undefined, `'${line}' fits, but was answered.`);
  return says('waiting-for-input', 'detector', 'likely', `A detector fits the latest lines: '${line}'.`);
}

/** How often a program is given the time that its timer takes. */
const ATTEMPTS = 3;
const TIMER_LATE_MS = 50;
