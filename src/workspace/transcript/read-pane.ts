import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { isMuxError } from '../../model/index.js';
import type { RunFiles } from '../../recorder/index.js';
import {
  type Command,
  commandLine,
  missing,
  parseRecord,
  type RecordFields,
  recordFormat,
} from '../../tmux/index.js';
import { type ActionContext, timestamp } from '../action-context.js';
import { recordedPane } from '../panes/record-pane.js';
import type { WorkspacePane } from '../panes/survey.js';
import { workspaceOptions } from '../panes/workspace-options.js';
import { followLog, recallLines } from './follow-log.js';
import { PaneTranscript, type TranscriptView } from './pane-transcript.js';
import { decodeReadState, encodeReadState, type ReadState } from './read-state.js';

/** A pane at the moment of a read. */
export interface PaneReading {
  /** All lines that are known, the unfinished one last. */
  readonly view: TranscriptView;
  /** Whether the pane has lines that are older than those in the view. */
  readonly older: boolean;
  /** What was read before. */
  readonly before: ReadState | undefined;
  readonly alternate: boolean;
}

/** What a read makes of a pane, and what it has seen of the alternate screen. */
export interface ReadResult<T> {
  readonly answer: T;
  readonly screen: string;
}

export interface ReadPaneOptions {
  /** How many lines the view needs to have, as far as there are so many. */
  readonly lines: number;
  /** Whether what is read counts as unread all the same. */
  readonly peek?: boolean;
}

/**
 * Reads a pane from its log, and notes with the pane how far it was read. Where another process reads at the same moment
 * one of them begins again, so that no line is read twice. `undefined` where the pane cannot be recorded.
 */
export async function readPane<T>(
  workspace: ActionContext,
  pane: WorkspacePane,
  options: ReadPaneOptions,
  take: (reading: PaneReading) => ReadResult<T> | Promise<ReadResult<T>>,
): Promise<T | undefined> {
  const files = await recordedPane(workspace, pane);
  if (!files) return undefined;
  try {
    return await readRecorded(workspace, pane, files, options, take);
  } catch (error) {
    // Somebody has removed the log.
    if (isMuxError(error, 'LOG_UNAVAILABLE')) return undefined;
    throw error;
  }
}

async function readRecorded<T>(
  workspace: ActionContext,
  pane: WorkspacePane,
  files: RunFiles,
  options: ReadPaneOptions,
  take: (reading: PaneReading) => ReadResult<T> | Promise<ReadResult<T>>,
): Promise<T> {
  const { tmux, settings, transcripts } = workspace;
  for (;;) {
    const { facts, transcript, view } = await catchUp(workspace, pane, files);
    const before = decodeReadState(facts.state);
    const known = view.lines.length - Math.max(0, view.cleared - view.first + 1);
    const short = transcript.missing > 0 && known < options.lines;
    if (short) await recallLines(tmux.host, files, transcript, options.lines);
    const whole = short ? transcript.view(view.unfinished) : view;
    const { answer, screen } = await take({
      view: whole,
      older: transcript.missing > 0,
      before,
      alternate: facts.alternate === '1',
    });
    if (options.peek) return answer;
    const state = transcript.readState(whole, screen, timestamp(workspace));
    const version = await keepState(workspace, pane.id, facts.version, state);
    if (version === undefined) continue;
    transcript.version = version;
    transcript.keep(settings.historyLimit);
    transcripts.set(files.id, transcript);
    return answer;
  }
}

const FACTS = {
  id: 'pane_id',
  width: 'pane_width',
  height: 'pane_height',
  x: 'cursor_x',
  y: 'cursor_y',
  alternate: 'alternate_on',
  version: workspaceOptions.reads,
  state: workspaceOptions.read,
} as const satisfies RecordFields;

interface CaughtUp {
  readonly facts: Readonly<Record<keyof typeof FACTS, string>>;
  readonly transcript: PaneTranscript;
  readonly view: TranscriptView & { readonly unfinished: string };
}

/**
 * The recorder is a moment behind the terminal. Where the cursor is not where it must be, a moment is waited, but no
 * more: in a flood it never is, and the next read will have the rest.
 */
async function catchUp(workspace: ActionContext, pane: WorkspacePane, files: RunFiles): Promise<CaughtUp> {
  const { tmux, transcripts } = workspace;
  for (let waitMs = 1; ; waitMs *= 2) {
    const [body] = await tmux.request([['display-message', '-p', '-t', pane.id, recordFormat(FACTS)]]);
    const facts = parseRecord(FACTS, body ?? Buffer.alloc(0));
    if (facts.id !== pane.id) throw missing('PANE_NOT_FOUND', 'pane', pane.id, tmux.place);
    const size = [Number(facts.width), Number(facts.height)] as const;
    const kept = transcripts.get(files.id);
    const transcript =
      kept && kept.version === facts.version
        ? kept
        : PaneTranscript.from(decodeReadState(facts.state), ...size);
    transcript.resize(...size);
    // Whoever fails from here on begins anew with what the pane knows.
    transcripts.delete(files.id);
    const unfinished = await followLog(tmux.host, files, transcript);
    const view = transcript.view(unfinished);
    const there = view.cursor.x === Number(facts.x) && view.cursor.y === Number(facts.y);
    if (there || facts.alternate === '1' || waitMs > LONGEST_WAIT_MS)
      return { facts, transcript, view: { ...view, unfinished } };
    transcripts.set(files.id, Object.assign(transcript, { version: facts.version }));
    await delay(waitMs);
  }
}

const LONGEST_WAIT_MS = 32;

/** Notes a state with the pane, if it still has the one that was read; resolves with its version. */
async function keepState(
  { tmux }: ActionContext,
  pane: string,
  expected: string,
  state: ReadState,
): Promise<string | undefined> {
  const version = randomBytes(6).toString('hex');
  const { reads, read } = workspaceOptions;
  const set: readonly Command[] = [
    ['set-option', '-p', '-t', pane, reads, version],
    ['set-option', '-p', '-t', pane, read, encodeReadState(state)],
  ];
  const bodies = await tmux.request([
    ['if-shell', '-F', '-t', pane, `#{==:#{${reads}},${expected}}`, commandLine(set)],
    ['display-message', '-p', '-t', pane, `#{pane_id} #{${reads}}`],
  ]);
  const [id, now] = (bodies.at(-1) ?? '').toString().trim().split(' ');
  if (id !== pane) throw missing('PANE_NOT_FOUND', 'pane', pane, tmux.place);
  return now === version ? version : undefined;
}
