import { untilRead } from '../../hosts/index.js';
import { type Deadline, isMuxError } from '../../model/index.js';
import { matchesText, type Screen } from '../../screen/index.js';
import { screenOf } from '../screen-of.js';
import type { FinishedStatus, Status, WaitingStatus } from '../status.js';
import { type FlowStep, flowDefaults } from './flow.js';
import { askedAgain, inputMissing, unknownPrompt } from './flow-error.js';
import type { FlowTalk } from './flow-talk.js';

/** Answers what the command of a flow asks, until it has ended. */
export async function answerPrompts(talk: FlowTalk, deadline: Deadline): Promise<FinishedStatus> {
  const taken = talk.flow.steps.map(() => 0);
  for (;;) {
    const { printed } = talk.output;
    let status: Status = await nextPrompt(talk, deadline);
    if (status.state === 'finished') return status;
    let number = await stepFor(talk, status, taken);
    // Nobody is asked twice, and nothing fails, for a verdict that is older than the last answer.
    if (number === undefined || (taken[number] ?? 0) > 0) {
      status = await deadline.race(talk.run.status());
      if (status.state === 'finished') return status;
      number = status.state === 'running' ? undefined : await stepFor(talk, status, taken);
    }
    if (status.state === 'running') {
      await deadline.race(talk.output.next(printed, patience(talk)));
    } else if (number === undefined) {
      await deadline.race(beUnknown(talk, status, printed));
    } else {
      taken[number] = (taken[number] ?? 0) + 1;
      await deadline.race(takeStep(talk, status, number));
    }
  }
}

function patience({ options }: FlowTalk): number {
  return options.patienceMs ?? flowDefaults.patienceMs;
}

async function nextPrompt(talk: FlowTalk, deadline: Deadline): Promise<WaitingStatus | FinishedStatus> {
  try {
    return await deadline.race(talk.run.waitForPrompt({ timeoutMs: 0, signal: talk.signal }));
  } catch (error) {
    if (isMuxError(error, 'RUN_ENDED')) return error.details.status as FinishedStatus;
    throw error;
  }
}

/** The step whose question this is, by the line that asks, else by the lowest line near it that fits. */
async function stepFor(
  talk: FlowTalk,
  waiting: WaitingStatus,
  taken: readonly number[],
): Promise<number | undefined> {
  const left = talk.flow.steps
    .map(({ when, times = 1 }, number) => ({ when, number, left: times - (taken[number] ?? 0) }))
    .filter((step) => step.left > 0);
  const screen = await screenOf(talk);
  const lines = [waiting.prompt ?? '', ...(screen ? questionLines(screen, waiting) : [])];
  for (const line of lines) {
    const step = left.find(({ when }) => matchesText(line, when));
    if (step) return step.number;
  }
  return undefined;
}

/** From below: a few lines above the cursor, or all of the screen where a program draws it and hides the cursor. */
function questionLines({ lines, lineOfRow, cursor }: Screen, { kind }: WaitingStatus): string[] {
  const end = kind === 'key' ? lines.length : (lineOfRow[cursor.y] ?? 0) + 1;
  const shown = lines.slice(0, end).filter((line) => line.trim() !== '');
  return (kind === 'key' ? shown : shown.slice(-QUESTION_LINES)).toReversed();
}

const QUESTION_LINES = 3;

/**
 * A program that reads a line and is not understood stays where it is. One that reads keys always looks as if it
 * waited, also while it works: it has time until it shows something else.
 */
async function beUnknown(talk: FlowTalk, waiting: WaitingStatus, printed: number): Promise<void> {
  const { kind, prompt = '' } = waiting;
  const readsLine = kind === 'line' || kind === 'password';
  if (!readsLine && (await talk.output.next(printed, patience(talk)))) return;
  const { flow } = talk;
  const known = flow.steps.some(({ when }) => matchesText(prompt, when));
  throw (known ? askedAgain : unknownPrompt)(flow, talk.shown(prompt));
}

async function takeStep(talk: FlowTalk, waiting: WaitingStatus, number: number): Promise<void> {
  const { run, output } = talk;
  const step = talk.flow.steps[number];
  const prompt = talk.shown(waiting.prompt ?? '');
  await talk.look();
  talk.tell({ type: 'prompt', prompt, step: number });
  const { answer, keys = [] } = step ?? {};
  if (answer) {
    const { text, secret, echoMs } = await answerText(talk, answer, prompt);
    if (secret) talk.typed(text);
    if (echoMs > 0) {
      const echoed = output.next(output.printed, echoMs);
      await run.send(text, { secret, enter: false });
      await echoed;
      // A busy program may not have read it by then, or may have printed something else.
      await untilRead(talk.host, await talk.pane.info(), { timeoutMs: patience(talk), signal: talk.signal });
      await run.sendKeys('Enter');
    } else {
      await run.send(text, { secret });
    }
  }
  if (keys.length > 0) await run.sendKeys(...keys);
  talk.tell({ type: 'answered', step: number });
}

async function answerText(
  talk: FlowTalk,
  answer: NonNullable<FlowStep['answer']>,
  prompt: string,
): Promise<{ text: string; secret: boolean; echoMs: number }> {
  if ('text' in answer) return { text: answer.text, secret: false, echoMs: 0 };
  const { input, secret = false, echoMs = 0 } = answer;
  const given = talk.options.inputs?.[input];
  const { signal, values } = talk;
  const text = typeof given === 'function' ? await given({ prompt, values: values.open, signal }) : given;
  // A person who copies a line copies its end, too.
  const line = text?.replace(/^\s+|\s+$/g, '');
  if (!line) throw inputMissing(talk.flow, input, prompt);
  return { text: line, secret, echoMs };
}
