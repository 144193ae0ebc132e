import { readOsc } from '../vt/index.js';
import type { ProgramSignal, StatusState } from './program-signal.js';

/** What the text of one OSC, without its ends, tells; `undefined` for all that says nothing about what a program does. */
export function readOscSignal(body: string): ProgramSignal | undefined {
  const { number, text = '' } = readOsc(body) ?? {};
  switch (number) {
    case 0:
    case 2:
      return { type: 'title', title: text };
    case 9:
      return readProgress(text);
    case 133:
      return readShellMark(text);
    case 7501:
      return readStatus(text);
    default:
      return undefined;
  }
}

const states: readonly string[] = ['idle', 'working', 'blocked', 'done', 'clear'] satisfies StatusState[];

/**
 * `state=blocked:kind=permission:msg=…`, texts in base64. Words that are not known are passed over, so that newer
 * programs are understood.
 */
function readStatus(text: string): ProgramSignal | undefined {
  if (text.startsWith('?')) return { type: 'status-query' };
  const values = new Map<string, string>();
  for (const part of text.split(/[;:]/)) {
    const [name = '', value = ''] = part.split('=', 2);
    values.set(name.trim().toLowerCase(), value.trim());
  }
  const state = values.get('state')?.toLowerCase() ?? '';
  if (!states.includes(state)) return undefined;
  const kind = values.get('kind');
  const message = Buffer.from(values.get('msg') ?? '', 'base64').toString();
  const id = values.get('id');
  const status = {
    state: state as StatusState,
    ...(kind && { kind }),
    ...(message && { message }),
    raw: text,
  };
  return id ? { type: 'task-status', id, ...status } : { type: 'status', ...status };
}

/** `D;1;aid=7` */
function readShellMark(text: string): ProgramSignal | undefined {
  const [mark = '', code = ''] = text.split(/[;:]/);
  if (mark !== 'A' && mark !== 'B' && mark !== 'C' && mark !== 'D') return undefined;
  if (mark !== 'D' || !/^-?\d+$/.test(code)) return { type: 'shell', mark };
  return { type: 'shell', mark, code: Number(code) };
}

/** `4;1;50`; what begins otherwise is a notification. */
function readProgress(text: string): ProgramSignal | undefined {
  const [kind, state = '', value = ''] = text.split(/[;:]/);
  if (kind !== '4' || !/^[0-4]$/.test(state)) return undefined;
  const progress = Number(state) as 0 | 1 | 2 | 3 | 4;
  if (!/^\d+$/.test(value)) return { type: 'progress', state: progress };
  return { type: 'progress', state: progress, value: Number(value) };
}
