import type {
  CommandEvidence,
  Evidence,
  Leftovers,
  ProcessEvidence,
  RecordingEvidence,
} from '../evidence.js';
import { expectedLines } from '../job.js';
import { checkDeliveries } from './check-deliveries.js';
import { checkJournal } from './check-journal.js';
import { checkLog } from './check-log.js';
import { checkRun } from './check-run.js';
import type { Violation } from './violation.js';

/** Everything that is wrong with a round. */
export function checkRound(evidence: Evidence): Violation[] {
  return [
    ...evidence.runs.flatMap(checkRun),
    ...evidence.deliveries.flatMap(checkDeliveries),
    ...checkJournal(evidence.journal),
    ...evidence.commands.flatMap(checkCommand),
    ...evidence.recordings.flatMap(checkRecording),
    ...checkProcesses(evidence.processes),
    ...checkLeftovers(evidence.leftovers),
  ];
}

function checkCommand({ job, started, stdout, code, excuses }: CommandEvidence): Violation[] {
  if (excuses.serverEnded) return [];
  // It may refuse to start what could not be recorded, and says so.
  const mayRefuse = excuses.logUnwritable || excuses.storeAway;
  if (!started && mayRefuse && code === 1 && stdout === '') return [];
  const about = `mux run of ${job.name}`;
  const expected = expectedLines(job).map((line) => line.replace(/\x1b\[\d*m/g, ''));
  const found: Violation[] = [];
  // It prints what the log has, and with it where something is missing.
  const complaint = excuses.logUnwritable
    ? checkLog(expected, linesOf(stdout), { gaps: true, cut: true })
    : checkLog([...expected, ''], stdout.split('\n'), { gaps: excuses.recorderKilled, cut: false });
  if (complaint) found.push({ rule: 'command-differs', about, detail: `What it printed ${complaint}.` });
  if (code !== job.code) {
    found.push({ rule: 'command-differs', about, detail: `It exited with ${code}, not ${job.code}.` });
  }
  return found;
}

function linesOf(text: string): string[] {
  return text.split('\n').slice(0, text.endsWith('\n') || text === '' ? -1 : undefined);
}

function checkRecording({ job, output, valid, complete, excuses }: RecordingEvidence): Violation[] {
  const about = `recording of ${job.name}`;
  if (!valid) return [{ rule: 'recording-differs', about, detail: 'A line of the file is not whole.' }];
  if (!complete || excuses.serverEnded || output.includes(expectedLines(job).join('\r\n'))) return [];
  const detail = `Its ${output.length} characters do not show the output of the command.`;
  return [{ rule: 'recording-differs', about, detail }];
}

function checkProcesses({ ended, stuck, errors }: ProcessEvidence): Violation[] {
  return [
    ...ended.map(({ who, how }) => ({
      rule: 'process-ended' as const,
      about: who,
      detail: `It ended: ${how}.`,
    })),
    ...stuck.map((about) => ({
      rule: 'not-closed' as const,
      about,
      detail: 'It was told to end, and still runs.',
    })),
    ...errors
      .filter(({ code }) => code === 'INTERNAL_ERROR' || code === '')
      .map(({ who, message }) => ({ rule: 'internal-error' as const, about: who, detail: message })),
  ];
}

function checkLeftovers({ files, processes }: Leftovers): Violation[] {
  return [
    ...files.map((about) => ({ rule: 'file-left' as const, about, detail: 'The file is left.' })),
    ...processes.map((about) => ({ rule: 'process-left' as const, about, detail: 'The process is left.' })),
  ];
}
