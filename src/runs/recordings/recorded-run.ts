import type { CallOptions } from '../../model/index.js';
import type { RunWatch } from '../run-watch.js';
import type { FinishedStatus, Status } from '../status.js';
import type { PaneRecording } from './pane-recording.js';

/** What of a run is recorded beside its output, as a `Run` tells it. */
export interface FollowedRun {
  readonly watcher: Pick<RunWatch, 'listen'>;
  finished(options: CallOptions): Promise<FinishedStatus>;
  status(): Promise<Status>;
}

/**
 * Marks the questions of a run in its recording, and ends it with the exit of the run: whatever comes first, the end of
 * the pane or the news of the exit, the file is closed when the exit code is in it.
 *
 * @returns tells whether the run has ended; then it is recorded to its end first
 */
export function followRun(run: FollowedRun, recording: PaneRecording): () => Promise<boolean> {
  const stopListening = run.watcher.listen({
    wake: () => {},
    status: (status) => {
      if (status.state === 'waiting-for-input') recording.mark(status.prompt || 'prompt');
    },
  });
  const ended = run.finished({ timeoutMs: 0 }).then(
    ({ code }) => recording.exited(code),
    // The watch was closed, or the host is gone: nobody here will ever know.
    () => recording.release(),
  );
  void recording.ended.then(stopListening);
  return async () => {
    const status = await run.status().catch(() => undefined);
    if (status?.state !== 'finished') return false;
    await ended;
    return true;
  };
}
