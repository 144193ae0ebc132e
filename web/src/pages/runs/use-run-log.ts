import { useEffect, useRef, useState } from 'react';
import type { RequestError } from '../../api/request-error.js';
import { streams } from '../../api/streams.js';

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
 * The live output of a run. Lines that arrive together are rendered together. After an interruption it continues
 * where it was.
 */
export function useRunLog(run: string): RunLog {
  const [log, setLog] = useState<RunLog>(empty);
  const cursor = useRef(0);
  const shown = useRef(run);
  useEffect(() => {
    if (shown.current !== run) {
      shown.current = run;
      cursor.current = 0;
      setLog(empty);
    }
    const buffer = new LineBuffer(setLog);
    const stop = streams.follow('run.follow', {
      input: () => ({ run, ...(cursor.current > 0 && { cursor: cursor.current }) }),
      onItem: (item) => {
        if (item.lines) buffer.add(item.lines);
        cursor.current = item.cursor ?? cursor.current;
      },
      onEnd: () => {
        buffer.flush();
        setLog((before) => ({ ...before, ended: true, error: undefined }));
      },
      onError: (error) => {
        buffer.flush();
        setLog((before) => ({ ...before, error }));
      },
    });
    return () => {
      stop();
      buffer.flush();
    };
  }, [run]);
  return log;
}

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
