import type { Run } from '../../runs/run.js';
import type { PaneRecording } from './pane-recording.js';

/**
 * Marks the questions of a run in its recording, and ends it with the exit of the run: whatever comes first, the end of
 * the pane or the news of the exit, the file is closed when the exit code is in it.
 *
 * @returns lets go: a run that has ended is recorded to its end first
 */
export function followRun(run: Run, recording: PaneRecording): () => Promise<void> {
  const watch = run.watcher;
  const stopListening = watch.listen({
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
    await (status?.state === 'finished' ? ended : recording.release());
  };
}
