import type { CastFormat, CastHeader } from './cast-event.js';

export interface RecordedTerminal {
  readonly format: CastFormat;
  readonly width: number;
  readonly height: number;
  readonly startedAt: Date;
  readonly title: string | undefined;
}

/** What stands in the first line of a recording of a pane. */
export function castHeader({ format, width, height, startedAt, title }: RecordedTerminal): CastHeader {
  return {
    format,
    width,
    height,
    timestamp: Math.floor(startedAt.getTime() / 1000),
    title,
    env: { TERM: 'xterm-256color' },
  };
}
