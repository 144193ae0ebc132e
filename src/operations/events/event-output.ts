import { z } from 'zod';
import type { LiveRedactor } from '../../redaction/live-redactor.js';
import type { JournalData, JournalEvent, WaitingItem } from '../../store/index.js';
import { time, timeField } from '../fields.js';
import { inboxItem } from '../inbox/inbox-item.js';
import { shownItem } from '../inbox/shown-item.js';
import type { Missed } from './follow-journal.js';

/** All that the journal tells of. */
export const eventTypes = [
  'run_started',
  'run_status',
  'run_prompt',
  'run_fault',
  'run_exit',
  'state_changed',
  'commander_availability',
  'turn',
  'agent_changed',
  'worker_changed',
  'session_changed',
  'sessions',
  'inbox',
  'recording_started',
  'recording_stopped',
  'recording_released',
  'token_revoked',
] as const;

export const typesField = z
  .array(z.enum(eventTypes))
  .min(1)
  .max(eventTypes.length)
  .optional()
  .describe('Only events of these types (default: all).');

/** Of one stream, as in a store of one machine, a number; of several a text with a position for each. */
export const eventId = z.union([z.number(), z.string()]);

/** An event as it goes over the wire: what its type tells of stands beside the fields that all have. */
export const eventOutput = z.looseObject({
  id: eventId
    .optional()
    .describe(
      'Pass the last id, unchanged, as since to continue after it: a number, or a string if several machines write events. Output has no id.',
    ),
  type: z.string().describe('Type of the event: run_exit, state_changed and so on, or missed.'),
  at: timeField,
  host: z.string().optional(),
  target: z.string().optional().describe('Id or name of the run, agent, worker or chat session.'),
  paneId: z.string().optional(),
  item: inboxItem
    .optional()
    .describe('For inbox events: the item as returned by inbox.list; missing if it was removed.'),
});

export type EventOutput = z.input<typeof eventOutput>;

/** Secrets that were learned after an event was written are hidden in it, too. */
export function eventOf(event: JournalEvent, redactor: LiveRedactor): EventOutput {
  const { id, type, at, host, target, paneId, data } = event;
  return {
    ...(type === 'inbox' ? inboxData(event, redactor) : redacted(data, redactor)),
    id,
    type,
    at: time(at),
    ...(host !== undefined && { host }),
    ...(target !== undefined && { target }),
    ...(paneId !== undefined && { paneId }),
  };
}

/** The item as the list has it. */
function inboxData({ host, data }: JournalEvent, redactor: LiveRedactor): JournalData {
  const { item, kind, itemId: id } = data;
  if (typeof item !== 'object') return data;
  return { ...data, item: shownItem({ ...item, id, kind, host } as WaitingItem, redactor) };
}

export function missedOf(missed: Missed, at: Date): EventOutput {
  return { type: 'missed', at: time(at), ...missed };
}

function redacted<T>(value: T, redactor: LiveRedactor): T;
function redacted(value: unknown, redactor: LiveRedactor): unknown {
  if (typeof value === 'string') return redactor.text(value);
  if (Array.isArray(value)) return value.map((one) => redacted(one, redactor));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, redacted(one, redactor)]));
}
