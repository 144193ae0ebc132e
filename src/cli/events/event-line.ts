import type { EventOutput } from '../../operations/index.js';
import { printable, type Style } from '../style.js';

/** One event for people: when, what, about whom, and what its type tells. */
export function eventLine(event: EventOutput, style: Style): string {
  const { id, type, at, host, target, paneId: _pane, item, itemId, ...rest } = event;
  const time = style.dim(at.slice(11, 19));
  const about = [target ?? String(itemId ?? ''), host === undefined || host === 'local' ? '' : `on ${host}`]
    .filter(Boolean)
    .join(' ');
  const details = Object.entries({ ...rest, ...(item && { asks: item.prompt }) }).flatMap(([name, value]) =>
    detail(name, value),
  );
  const words = [String(id ?? '').padStart(6), time, type.padEnd(16), printable(about), details.join(' ')];
  return `${words.filter((word) => word !== '').join('  ')}\n`;
}

/** What is not so, or empty, tells people nothing. */
function detail(name: string, value: unknown): string[] {
  if (value === undefined || value === null || value === false || value === '') return [];
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return [`${name}=${printable(text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text)}`];
}

const LONGEST = 80;
