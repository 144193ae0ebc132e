import { setTimeout as delay } from 'node:timers/promises';
import type { z } from 'zod';
import { onAbort } from '../../model/index.js';
import type { OperationContext } from '../operation.js';
import { type recordingOutput, toldRecording } from './recording-fields.js';
import type { RecordingStart } from './recordings.js';

export type ToldRecording = z.input<z.ZodObject<typeof recordingOutput>>;

export interface RecordHereOptions extends RecordingStart {
  /** Milliseconds after which it ends; when the pane ends, or the caller has had enough, without it. */
  readonly forMs?: number | undefined;
  /** Told when nothing is missed any more. */
  readonly onStarted: (recording: ToldRecording) => void;
}

/** Records a pane until it ends, the time is up, or the caller has had enough, which is a good end. */
export async function recordHere(
  { forMs, onStarted, ...options }: RecordHereOptions,
  { runtime, signal }: Pick<OperationContext, 'runtime' | 'signal'>,
): Promise<ToldRecording> {
  const recordings = await runtime.recordings();
  const { id } = await recordings.start(options);
  onStarted(toldRecording(await recordings.get(id), new Date()));
  using over = endOf(signal, forMs);
  await Promise.race([recordings.active(id)?.done, over.reached]);
  return toldRecording(await recordings.stop(id), new Date());
}

function endOf(
  signal: AbortSignal,
  forMs: number | undefined,
): Disposable & { readonly reached: Promise<void> } {
  const stopWaiting = new AbortController();
  let stopListening = (): void => {};
  const aborted = new Promise<void>((resolve) => {
    if (signal.aborted) resolve();
    else stopListening = onAbort(signal, resolve);
  });
  const late = forMs === undefined ? [] : [delay(forMs, undefined, { signal: stopWaiting.signal })];
  return {
    reached: Promise.race([aborted, ...late]).catch(() => {}),
    [Symbol.dispose]: () => {
      stopListening();
      stopWaiting.abort();
    },
  };
}
