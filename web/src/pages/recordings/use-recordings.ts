import { useCallback, useEffect, useState } from 'react';
import { isAbort, requestJson } from '../../api/call.js';
import { feed } from '../../api/events.js';
import type { RequestError } from '../../api/request-error.js';

/** A recording as `recording.list` tells of it. */
export interface Recording {
  readonly id: string;
  readonly state: 'recording' | 'interrupted' | 'stopped';
  readonly title?: string | undefined;
  readonly target: string;
  readonly host: string;
  readonly run?: string | undefined;
  readonly startedAt: string;
  readonly durationMs: number;
  readonly bytes: number;
}

export interface Recordings {
  readonly recordings: readonly Recording[] | undefined;
  readonly error: RequestError | undefined;
  refresh(): void;
}

/** All recordings, the newest first, kept up to date. */
export function useRecordings(): Recordings {
  const [state, setState] = useState<Omit<Recordings, 'refresh'>>({
    recordings: undefined,
    error: undefined,
  });
  const [count, setCount] = useState(0);
  const refresh = useCallback((): void => setCount((before) => before + 1), []);
  useEffect(() => feed.on(['recording_started', 'recording_stopped', 'again'], refresh), [refresh]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another count is a reason to ask again.
  useEffect(() => {
    const stop = new AbortController();
    requestJson('/api/operations/recording.list', { body: {}, signal: stop.signal })
      .then((answer) => {
        const { recordings } = answer as { readonly recordings: readonly Recording[] };
        setState({ recordings, error: undefined });
      })
      .catch((error: unknown) => {
        if (!isAbort(error)) setState((before) => ({ ...before, error: error as RequestError }));
      });
    return () => stop.abort();
  }, [count]);
  return { ...state, refresh };
}
