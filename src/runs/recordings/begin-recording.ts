import { rm } from 'node:fs/promises';
import { resolve } from 'node:path';
import { Deadline, isMuxError, onAbort } from '../../model/index.js';
import { CastWriter, castHeader } from '../../recorder/index.js';
import { LiveRedactor } from '../../redaction/live-redactor.js';
import type { Store } from '../../store/index.js';
import { type Pane, Tmux } from '../../tmux/index.js';
import { type PaneRules, type RunRules, redactedLines, refreshSecrets } from '../pane-rules.js';
import { withDefaults } from '../with-defaults.js';
import { PaneRecording } from './pane-recording.js';
import { checkRecording, type RecordOptions, recordDefaults } from './record-options.js';
import { recordInput } from './recorded-input.js';
import { RecordedOutput } from './recorded-output.js';
import { type FollowedRun, followRun } from './recorded-run.js';
import { Recording } from './recording.js';

/** What is recorded. */
export interface RecordedPane {
  readonly pane: Pane;
  /** The rules of the run that is in it. */
  readonly rules?: RunRules | undefined;
  /** The run whose questions and exit are recorded. */
  readonly run?: FollowedRun | undefined;
  /** Called when nothing is missed any more. */
  release?(): Promise<void>;
  /** Knows what was typed as a secret. */
  readonly store: Store | undefined;
}

/** Begins to record into a new file; resolves when the first picture is in it, and nothing is missed any more. */
export async function beginRecording(
  recorded: RecordedPane,
  file: string,
  given: RecordOptions = {},
): Promise<Recording> {
  checkRecording(file, given);
  const options = withDefaults(recordDefaults, given);
  const { pane, run } = recorded;
  const path = resolve(file);
  const rules = { redactor: new LiveRedactor(options), run: recorded.rules };
  const startedAt = new Date();
  let isMade = false;
  const refresh = (): Promise<boolean> =>
    learn(recorded, rules).catch((error: unknown) => {
      // Who closes the store lets go of what goes on.
      if (isMade && isMuxError(error, 'CLOSED')) return false;
      throw error;
    });
  const recording = new PaneRecording({
    pane,
    endsWithRun: run !== undefined,
    output: new RecordedOutput(rules),
    startedAt: startedAt.getTime(),
    now: Date.now,
    refresh,
    openFile: async (size) => {
      const title = options.title && redactedLines(rules, [options.title]).join('');
      const header = castHeader({ ...size, format: options.format, startedAt, title });
      const writer = await CastWriter.create(path, header, options);
      isMade = true;
      return writer;
    },
  });
  let endWithRun: (() => Promise<boolean>) | undefined;
  try {
    await begun(recording, pane, options);
    endWithRun = run && followRun(run, recording);
    await recorded.release?.();
  } catch (error) {
    await recording.abandon();
    if (isMade) await rm(path, { force: true });
    throw error;
  }
  const hide = (secret: string): void => rules.redactor.hide(secret);
  const handle = new Recording({ path, startedAt, recording, hide, endWithRun });
  if (options.input && pane.tmux instanceof Tmux) {
    const input = recordInput({ tmux: pane.tmux, paneId: pane.id, rules, refresh }, recording);
    void recording.ended.then(() => input[Symbol.dispose]());
  }
  endWith(options.signal, handle);
  return handle;
}

async function begun(
  recording: PaneRecording,
  { id }: Pane,
  { timeoutMs, signal }: RecordOptions,
): Promise<void> {
  const what = `Beginning to record pane ${id}`;
  using deadline = new Deadline({
    what,
    ...(timeoutMs !== undefined && { timeoutMs }),
    ...(signal && { signal }),
  });
  if (deadline.error) throw deadline.error;
  await deadline.race(recording.start());
}

async function learn({ pane, store }: RecordedPane, rules: PaneRules): Promise<boolean> {
  if (store) await refreshSecrets(rules, pane, store);
  return true;
}

function endWith(signal: AbortSignal | undefined, recording: Recording): void {
  if (!signal) return;
  // What fails is told by `ended`.
  const stop = (): void => void recording.stop().catch(() => {});
  if (signal.aborted) return stop();
  const stopListening = onAbort(signal, stop);
  void recording.ended.then(stopListening);
}
