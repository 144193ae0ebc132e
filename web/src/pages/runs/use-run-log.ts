import { useEffect, useRef, useState } from 'react';
import { isAbort } from '../../api/call.js';
import { isRequestError, type RequestError } from '../../api/request-error.js';
import { readStream } from './read-stream.js';

export interface LogLine {
  readonly time: string;
  readonly text: string;
}

export interface RunLog {
  readonly lines: readonly LogLine[];
  /** How many of the first lines are no longer kept here. */
  readonly dropped: number;
  readonly ended: boolean;
  readonly error: RequestError | undefined;
}

/** More lines than a person scrolls through; what is older can be downloaded. */
const MOST_LINES = 100_000;

/**
 * What a run prints, as it prints it. Lines that come together are shown together. When the connection breaks it goes
 * on from where it was.
 */
export function useRunLog(run: string): RunLog {
  const [log, setLog] = useState<RunLog>(empty);
  const [attempt, setAttempt] = useState(0);
  const cursor = useRef(0);
  const shown = useRef(run);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt is a reason to begin anew.
  useEffect(() => {
    if (shown.current !== run) {
      shown.current = run;
      cursor.current = 0;
      setLog(empty);
    }
    const stop = new AbortController();
    const buffer = new LineBuffer(setLog);
    const follow = async (): Promise<void> => {
      const input = { run, ...(cursor.current > 0 && { cursor: cursor.current }) };
      for await (const item of readStream('run.follow', input, stop.signal)) {
        if (item.lines) buffer.add(item.lines);
        cursor.current = item.cursor ?? cursor.current;
      }
      buffer.flush();
      setLog((before) => ({ ...before, ended: true, error: undefined }));
    };
    const again = (): void => setAttempt((count) => count + 1);
    let timer: ReturnType<typeof setTimeout> | undefined;
    follow().catch((error: unknown) => {
      if (stop.signal.aborted || isAbort(error)) return;
      buffer.flush();
      if (isRequestError(error)) setLog((before) => ({ ...before, error }));
      if (isRequestError(error) && error.status === 0) timer = setTimeout(again, RETRY_MS);
    });
    return () => {
      stop.abort();
      clearTimeout(timer);
      buffer.stop();
    };
  }, [run, attempt]);
  return log;
}

const RETRY_MS = 1_500;
const empty: RunLog = { lines: [], dropped: 0, ended: false, error: undefined };

/** Hands lines over once for each picture, however many come between. */
class LineBuffer {
  readonly #setLog: (change: (before: RunLog) => RunLog) => void;
  #waiting: LogLine[] = [];
  #frame: number | undefined;

  constructor(setLog: (change: (before: RunLog) => RunLog) => void) {
    this.#setLog = setLog;
  }

  add(lines: readonly LogLine[]): void {
    this.#waiting.push(...lines);
    this.#frame ??= requestAnimationFrame(() => this.flush());
  }

  flush(): void {
    this.stop();
    const more = this.#waiting;
    this.#waiting = [];
    if (more.length > 0) this.#setLog((before) => withLines(before, more));
  }

  stop(): void {
    if (this.#frame !== undefined) cancelAnimationFrame(this.#frame);
    this.#frame = undefined;
  }
}

function withLines(log: RunLog, more: readonly LogLine[]): RunLog {
  const all = [...log.lines, ...more];
  const over = Math.max(0, all.length - MOST_LINES);
  return { ...log, lines: over > 0 ? all.slice(over) : all, dropped: log.dropped + over, error: undefined };
}
