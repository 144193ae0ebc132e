import type { SendResult } from '../../../src/delivery/send-result.js';
import type { LabProgram } from './programs.js';

/** What a program says about itself. */
export interface TruthEvent {
  readonly type: string;
  readonly text?: string;
}

/** Something that must not happen. */
export interface Wrong {
  readonly what:
    | 'false receipt'
    | 'doubled'
    | 'wrong text'
    | 'approved'
    | 'sent in spite of an error'
    | 'no reason'
    | 'too careful';
  readonly detail: string;
}

/**
 * Compares a result with what the program took.
 *
 * @param all all texts that were sent to the program, for the last of them
 */
export function judgeSend(
  program: LabProgram,
  text: string,
  result: SendResult,
  events: readonly TruthEvent[],
  all: readonly string[] | undefined,
): Wrong[] {
  const wrong: Wrong[] = [];
  const note = (what: Wrong['what'], detail: string): void => {
    wrong.push({ what, detail: `${detail}: ${JSON.stringify({ text, ...shortened(result) })}` });
  };
  const took = events.filter(({ type }) => type === 'took').map((event) => event.text ?? '');
  const times = timesTaken(took, text, result);
  if (result.status === 'submitted' || result.status === 'queued') {
    if (times === 0) note('false receipt', `it took ${JSON.stringify(took.slice(-3))}`);
    if (result.receipt?.status !== result.status) note('false receipt', 'result and receipt differ');
  }
  if (times > 1) note('doubled', `it was taken ${times} times`);
  if (all) {
    const others = took.filter((one) => !all.some((each) => isPartOf(one, each, result)));
    // What a person typed in the same moment cannot always be kept out, but it has to be told.
    const told = program.person && !result.success;
    if (others.length > 0 && !told) note('wrong text', `it took ${JSON.stringify(others)}`);
    if (events.some(({ type }) => type === 'approved')) note('approved', 'a question was answered');
  }
  if (result.success) return wrong;
  if (!result.receipt && times > 0) note('sent in spite of an error', 'it took the text');
  if (!result.errorMessage || (result.receipt && result.receipt.evidence.length === 0))
    note('no reason', 'the result does not say what was seen');
  return wrong;
}

function timesTaken(took: readonly string[], text: string, result: SendResult): number {
  const whole = took.filter((one) => isSame(one, text) || isCompleted(one, result)).length;
  const lines = text.split('\n');
  if (lines.length === 1 || result.receipt?.lines !== lines.length) return whole;
  const [first = ''] = lines;
  const begins = took.flatMap((one, at) => (one === first ? [at] : []));
  return begins.filter((at) => lines.every((each, index) => took[at + index] === each)).length;
}

function isPartOf(one: string, text: string, result: SendResult): boolean {
  return (
    isSame(one, text) ||
    isCompleted(one, result) ||
    text.split('\n').includes(one) ||
    isCommandsOwn(one, text)
  );
}

/** White space at the end may be dropped. */
function isSame(one: string, text: string): boolean {
  return one.trimEnd() === text.trimEnd() || isCommandsOwn(one, text);
}

/** A command line that writes what it was given. */
function isCommandsOwn(one: string, text: string): boolean {
  return text.startsWith('printf ') && text.includes(` ${one} >>`);
}

/** A text that Enter has completed is named in the receipt. */
function isCompleted(one: string, { receipt }: SendResult): boolean {
  return receipt?.evidence.some(({ detail }) => detail.includes(`'${one.trimEnd()}'`)) === true;
}

function shortened({ dump: _, ...result }: SendResult): object {
  return result;
}
