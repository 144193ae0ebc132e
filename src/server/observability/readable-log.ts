import type { LogDestination } from './log-destination.js';

/** Turns the lines of the log into text: time, level, what happened, and the rest as `name=value`. */
export function readableLog(out: LogDestination): LogDestination {
  return { write: (line) => out.write(readableLine(line)) };
}

export function readableLine(line: string): string {
  const entry = parsed(line);
  if (entry === undefined) return line;
  const { time, level, msg = '', pid: _, err, ...rest } = entry;
  const words = Object.entries(rest).map(([name, value]) => `${name}=${shown(value)}`);
  const clock = typeof time === 'string' ? time.slice(11, 23) : '';
  const { stack = '', ...what } = (err ?? {}) as { readonly stack?: string };
  const error =
    err === undefined ? [] : [shown(what), ...stack.split('\n').map((frame) => `\n${shown(frame)}`)];
  return `${[clock, String(level).padEnd(5), shown(msg), ...words, ...error].join(' ').trimEnd()}\n`;
}

function parsed(line: string): Record<string, unknown> | undefined {
  try {
    return JSON.parse(line) as Record<string, unknown>;
  } catch {
    return undefined;
  }
}

/** Names that somebody made up may hold what moves a terminal. */
function shown(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return (text ?? '').replace(/[\x00-\x1f\x7f-\x9f]/g, '?');
}
