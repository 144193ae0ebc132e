import type { RunEvidence, StoredRun } from '../evidence.js';
import { answerText, expectedLines } from '../job.js';
import { checkLog } from './check-log.js';
import type { Rule, Violation } from './violation.js';

/** Judges one job: its start, end, log, answers and readers. */
export function checkRun(evidence: RunEvidence): Violation[] {
  const { job, truth, runs, start, excuses } = evidence;
  const found: Violation[] = [];
  const add = (rule: Rule, detail: string): void => void found.push({ rule, about: job.name, detail });

  if (truth.starts > 1) add('started-twice', `The command was started ${truth.starts} times.`);
  if (start === 'started' && truth.starts === 0 && !excuses.serverEnded) {
    add('not-started', `The caller was told that run ${runs[0]?.id} started, and the command never began.`);
  }
  if (truth.starts > 0 && runs.length !== 1) {
    add('unknown', `The command ran, and ${runs.length} runs are known.`);
  }
  const [run] = runs;
  if (!run) return found;
  checkEnd(evidence, run, add);
  checkLogOf(evidence, run, add);
  checkAnswers(evidence, add);
  checkReaders(evidence, run, add);
  return found;
}

/** The code of a run whose command was not run. */
const NOT_RUN = 125;

type Add = (rule: Rule, detail: string) => void;

function checkEnd({ job, truth, start, excuses }: RunEvidence, run: StoredRun, add: Add): void {
  const { id, verdict, stored, exitEvents } = run;
  if (!verdict) {
    if (truth.ended || truth.starts === 0) add('not-ended', `Run ${id} is not known to have ended.`);
    else add('not-ended', `The command of run ${id} has not ended.`);
    return;
  }
  const neverBegan = truth.starts === 0 && start === 'unknown';
  if (truth.ended) {
    const right = verdict.code === job.code && !verdict.lost;
    if (!right && !(verdict.lost && excuses.serverEnded)) {
      add('wrong-end', `Run ${id} ended with ${job.code}, and is said to have ended with ${end(verdict)}.`);
    }
  } else if (excuses.serverEnded || neverBegan) {
    // A wrapper that did not run the command can say so for certain.
    const saysNotRun = truth.starts === 0 && !verdict.lost && verdict.code === NOT_RUN;
    if (!saysNotRun && (!verdict.lost || verdict.confidence === 'certain')) {
      const how = `${end(verdict)}, ${verdict.confidence}`;
      add('false-certainty', `The command of run ${id} did not come to its end, which is told as ${how}.`);
    }
  } else {
    add(
      'wrong-end',
      `The command of run ${id} has not ended, and is said to have ended with ${end(verdict)}.`,
    );
  }
  if (stored?.code !== verdict.code || stored.lost !== verdict.lost) {
    add(
      'wrong-store',
      `The store has ${stored ? end(stored) : 'no end'} for run ${id}, not ${end(verdict)}.`,
    );
  }
  if (exitEvents !== 1) add('exit-event', `The journal has ${exitEvents} exits of run ${id}.`);
}

function end({ code, lost }: { readonly code: number; readonly lost: boolean }): string {
  return lost ? `${code} (lost)` : String(code);
}

function checkLogOf({ job, truth, excuses }: RunEvidence, { id, log, fault }: StoredRun, add: Add): void {
  if (fault !== undefined && !excuses.logUnwritable && !excuses.recorderKilled) {
    add('log-fault', `Recording of run ${id} ended with ${fault}.`);
  }
  const cut = fault !== undefined || !truth.ended || excuses.serverEnded;
  const gaps = excuses.recorderKilled || excuses.logUnwritable;
  const complaint = checkLog(expectedLines(job), log, { gaps, cut });
  if (complaint) add('log-differs', `The log of run ${id} ${complaint}.`);
}

function checkAnswers({ job, truth }: RunEvidence, add: Add): void {
  if (truth.ended && truth.answers.length < job.questions) {
    add('answer-missing', `${truth.answers.length} of ${job.questions} questions were answered.`);
  }
  for (const { question, text } of truth.answers) {
    const right = answerText(job, question);
    if (text !== right)
      add('answer-wrong', `Question ${question} got ${JSON.stringify(text)}, not '${right}'.`);
  }
  for (const text of truth.extra)
    add('answer-wrong', `At its end the terminal still held ${JSON.stringify(text)}.`);
}

function checkReaders({ readers, truth, excuses }: RunEvidence, run: StoredRun, add: Add): void {
  for (const { by, parts, end: told } of readers) {
    const lines = parts.flatMap((part) => part.lines);
    const wrong = lines.findIndex((line, i) => run.log[i] !== line);
    if (wrong >= 0) {
      const got = JSON.stringify(lines[wrong]?.slice(0, 120));
      const right = JSON.stringify(run.log[wrong]?.slice(0, 120));
      add('cursor-broken', `${by} got ${got} as line ${wrong + 1}, where the log has ${right}.`);
    } else if (told && lines.length < run.log.length) {
      add('cursor-broken', `${by} was told the end after ${lines.length} of ${run.log.length} lines.`);
    }
    if (parts.some(({ cursor }, i) => cursor <= (parts[i - 1]?.cursor ?? 0))) {
      add('cursor-broken', `${by} got a cursor that is not behind the one before.`);
    }
    if (!told || !run.verdict) continue;
    const { code, lost } = run.verdict;
    if (told.code === code && told.lost === lost) continue;
    // A process that could not look when the server ended may know less than is known later.
    if (told.lost && excuses.serverEnded && !truth.ended) continue;
    add(
      'told-wrong',
      `${by} was told that run ${run.id} ended with ${end(told)}; it was ${end(run.verdict)}.`,
    );
  }
}
