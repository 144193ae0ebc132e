import { isMuxError, MuxError, shownText } from '../model/index.js';
import { hostTools, readEnding } from '../recorder/index.js';
import { type RedactionOptions, redactionRules } from '../redaction/index.js';
import { isHidden, LiveRedactor } from '../redaction/live-redactor.js';
import type { RunRecord, Store } from '../store/index.js';
import type { Tmux } from '../tmux/index.js';
import { finishedStatus } from './ending-status.js';
import { LearnedSecrets } from './learned-secrets.js';
import { toPattern } from './pattern-text.js';
import type { RunResult } from './run.js';
import { isRunId } from './run-id.js';
import type { RunNote } from './run-option.js';
import { runDefaults } from './run-options.js';
import { panesOfRun, type RunPane } from './run-panes.js';
import type { RunPlace } from './run-place.js';
import { openNonces, type RunNonces } from './sealed-nonces.js';
import { type KnownRules, openRules, redactorOf } from './sealed-rules.js';
import type { FinishedStatus } from './status.js';

export interface FoundRun {
  readonly result: RunResult;
  readonly place: RunPlace;
  readonly record: RunRecord | undefined;
}

/** Finds a run by its id: in the store, by the note on its pane, or by the files that it left on its host. */
export async function findRun(
  tmux: Tmux,
  id: string,
  store: Store | undefined,
  folder: string | undefined,
): Promise<FoundRun> {
  if (!isRunId(id)) throw notFound(tmux, id);
  const [record, panes] = await Promise.all([store?.runs.get(id), panesOfRun(tmux, id)]);
  const noted = panes.find(hasNote);
  if (record || noted) {
    const [rules, nonces] = await Promise.all([rulesOf(store, record), openNonces(store?.vault, record)]);
    return fromRecord(tmux, id, store, record, noted, rules, nonces);
  }
  const tools = await hostTools(tmux.host, folder === undefined ? {} : { folder });
  const ending = await readEnding(tmux.host, { folder: tools.folder, id });
  if (ending.exitCode === undefined && ending.startedAt === undefined) throw notFound(tmux, id);
  return fromFiles(tmux, id, tools.folder);
}

type NotedPane = RunPane & { readonly note: RunNote };

function hasNote(pane: RunPane): pane is NotedPane {
  return pane.note !== undefined;
}

/** The rules of a run, where they are known: without its row or its key nobody can tell. */
async function rulesOf(
  store: Store | undefined,
  record: RunRecord | undefined,
): Promise<KnownRules | undefined> {
  if (!store || !record) return undefined;
  if (record.secretRules === undefined) return {};
  try {
    return await openRules(store.vault, record.id, record.secretRules);
  } catch (error) {
    if (isMuxError(error)) return undefined;
    throw error;
  }
}

function fromRecord(
  tmux: Tmux,
  id: string,
  store: Store | undefined,
  record: RunRecord | undefined,
  noted: NotedPane | undefined,
  redaction: KnownRules | undefined,
  nonces: RunNonces | undefined,
): FoundRun {
  const folder = record?.logPath?.replace(/\/[^/]*$/, '') ?? noted?.note.folder ?? '';
  const paneId = noted?.paneId ?? record?.paneId ?? '';
  const session = noted?.sessionName ?? record?.sessionId ?? '';
  const redactor = redactorOf(redaction);
  return {
    record,
    result: {
      id,
      session,
      target: noted ? `=${session}:${noted.windowId}.${paneId}` : paneId,
      paneId,
      logPath: `${folder}/${id}.log`,
    },
    place: {
      id,
      tmux,
      // A pane without our note is not the run's, even if it has the same number on a new server.
      pane: noted && tmux.pane(noted.paneId),
      command: record?.command ?? noted?.note.command ?? '',
      recorded: record && recordedEnd(record),
      startedAt: record?.startedAt ?? (noted && new Date(noted.note.startedAt)),
      folder,
      detectors: (record?.detectors ?? noted?.note.detectors ?? []).map(toPattern),
      redactor,
      learned: store && new LearnedSecrets(store, id, redactor),
      recording: noted && redaction && recordingOf(noted.note, redaction),
      interactive: record?.interactive ?? noted?.note.interactive ?? true,
      silenceMs: noted?.note.silenceMs ?? 0,
      commitment: record?.exitNonce ?? noted?.note.commitment,
      nonces,
    },
  };
}

/** What a new recorder has to be told. One that knows less than the old one would write down what that had hidden. */
function recordingOf(note: RunNote, known: KnownRules): RunPlace['recording'] {
  if (note.recordedHere) return undefined;
  const { learned = [], secrets = [], ...others } = known;
  const redaction: RedactionOptions = { ...others, secrets: [...secrets, ...learned.filter(isHidden)] };
  const { maxLogBytes = runDefaults.maxLogBytes, keepLogFiles = runDefaults.keepLogFiles } = note;
  const rules = redactionRules(redaction);
  return { rules, format: note.logFormat, maxBytes: maxLogBytes, keepSegments: keepLogFiles };
}

function recordedEnd({ exitCode, timedOut, lost, endedBy }: RunRecord): FinishedStatus | undefined {
  if (exitCode === undefined) return undefined;
  const verdict = { source: 'exit-file', confidence: lost ? 'guess' : 'certain' } as const;
  const how = { timedOut, notRun: endedBy === 'not-run' };
  return { ...finishedStatus(exitCode, verdict, how), ...(lost && { lost }) };
}

function fromFiles(tmux: Tmux, id: string, folder: string): FoundRun {
  return {
    record: undefined,
    result: { id, session: '', target: '', paneId: '', logPath: `${folder}/${id}.log` },
    place: {
      id,
      tmux,
      pane: undefined,
      command: '',
      startedAt: undefined,
      recorded: undefined,
      folder,
      detectors: [],
      redactor: new LiveRedactor(),
      learned: undefined,
      interactive: false,
      silenceMs: 0,
      recording: undefined,
      commitment: undefined,
      nonces: undefined,
    },
  };
}

function notFound(tmux: Tmux, id: string): MuxError {
  return new MuxError('RUN_NOT_FOUND', `There is no run '${shownText(id)}' on ${tmux.place}.`, {
    suggestion: 'List the runs to see which there are; pruned ones are gone.',
    details: { id },
  });
}
