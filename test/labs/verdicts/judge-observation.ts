import type { Status } from '../../../src/runs/status.js';
import type { LabProgram } from './lab-program.js';
import type { Observation, ObserveOptions, Sample } from './observe-program.js';

/** Compares what was said about a program with the truth. */
export function judgeObservation(
  program: LabProgram,
  seen: Pick<Observation, 'followed' | 'asked' | 'prompts'>,
  { withinMs }: ObserveOptions,
): Pick<Observation, 'problems' | 'settledMs' | 'wrongCertain'> {
  const problems: string[] = [];
  const settledMs = settled(program, seen.followed);
  const late = settledMs === undefined || settledMs > withinMs;
  if (late)
    problems.push(
      `followed: ${wrong(program, seen.followed.at(-1)?.status) || `right after ${settledMs} ms`}`,
    );
  for (const { at, status } of seen.asked.slice(1)) {
    const mistake = wrong(program, status);
    if (mistake) problems.push(`asked after ${Math.round(at)} ms: ${mistake}`);
  }
  // A program that got into its state before anybody followed it is reported by the first status.
  const most = program.truth === 'waits' ? 1 : 0;
  if (!program.hidden && seen.prompts > most) problems.push(`${seen.prompts} prompts for ${most}`);
  const wrongCertain = [...seen.asked, ...seen.followed].some(({ at, status }) => {
    return at >= withinMs / 2 && status.confidence === 'certain' && !isTrue(program, status);
  });
  if (wrongCertain) problems.push('certain of what is wrong');
  return { problems, settledMs, wrongCertain };
}

/** When the last wrong status was replaced by a right one. */
function settled(program: LabProgram, followed: readonly Sample[]): number | undefined {
  let since: number | undefined;
  for (const { at, status } of followed) {
    if (wrong(program, status)) since = undefined;
    else since ??= at;
  }
  return since;
}

function isTrue({ truth }: LabProgram, { state }: Status): boolean {
  return state === (truth === 'waits' ? 'waiting-for-input' : 'running');
}

/** What is wrong with a status; empty where it is right. */
function wrong(program: LabProgram, status: Status | undefined): string {
  if (!status) return 'no status';
  const shown = describe(status);
  if (program.hidden) return status.confidence === 'certain' && !isTrue(program, status) ? shown : '';
  if (!isTrue(program, status)) return shown;
  if (status.state !== 'waiting-for-input') return '';
  if (program.idle !== undefined && (status.idle ?? false) !== program.idle) return shown;
  return program.prompt && !program.prompt.test(status.prompt ?? '') ? shown : '';
}

export function describe(status: Status): string {
  const { state, confidence, source } = status;
  const asks =
    status.state === 'waiting-for-input'
      ? `${status.idle ? ', idle' : ''} ${JSON.stringify(status.prompt ?? '')}`
      : '';
  return `${state === 'waiting-for-input' ? 'waiting' : state} (${confidence}, ${source})${asks}`;
}
