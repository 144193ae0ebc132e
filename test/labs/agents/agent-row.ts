import type { Tally } from '../../agents/tally.js';

/** What the lab counted for one agent. The model's log is the truth. */
export interface AgentRow {
  readonly agent: string;
  messages: number;
  /** Reported as submitted or queued. */
  taken: number;
  /** Reported as not taken, or not proven. */
  refused: number;
  /** Of those: the model saw it all the same. */
  unproven: number;
  /** Reported as submitted or queued, and never seen by the model. */
  silent: number;
  /** Seen by the model, and reported as submitted where it waited, or as queued where it did not. */
  misnamed: number;
  doubled: number;
  altered: number;
  prompts: number;
  races: number;
  approved: number;
  answers: string;
  states: string;
  readonly notes: string[];
}

export function newRow(agent: string): AgentRow {
  const delivered = { messages: 0, taken: 0, refused: 0, unproven: 0, silent: 0, misnamed: 0 };
  const asked = { prompts: 0, races: 0, approved: 0, answers: '–', states: '–' };
  return { agent, ...delivered, doubled: 0, altered: 0, ...asked, notes: [] };
}

/** Adds what was delivered to a row. */
export function addTally(row: AgentRow, counts: Tally): void {
  const { messages, refused, silent, unproven, doubled, altered } = counts;
  const misnamed = counts.wrongReceipts.filter((each) => !silent.includes(each));
  row.messages += messages;
  row.taken += messages - refused.length;
  row.refused += refused.length;
  row.unproven += unproven.length;
  row.silent += silent.length;
  row.misnamed += misnamed.length;
  row.doubled += doubled.length;
  row.altered += altered.length;
  const told = { silent, misnamed, doubled, altered, unproven, refused: except(refused, unproven) };
  for (const [what, texts] of Object.entries(told))
    row.notes.push(...texts.map((text) => `${what}: ${text.slice(0, 400)}`));
}

function except(all: readonly string[], others: readonly string[]): string[] {
  return all.filter((each) => !others.includes(each));
}

/** Whether something happened that must never happen. */
export function isWrong(row: AgentRow): boolean {
  const { silent, misnamed, doubled, approved } = row;
  return silent + misnamed + doubled + approved > 0 || /WRONG/.test(row.answers + row.states);
}

export const columns = [
  'agent',
  'messages',
  'taken',
  'reported as not taken',
  'of these arrived',
  'lost silently',
  'other false receipts',
  'doubled',
  'altered',
  'into an open prompt',
  'races',
  'approved by accident',
  'answers',
  'states',
] as const;

/** One row of the table. */
export function cellsOf(row: AgentRow): string[] {
  const { messages, taken, refused, unproven, silent, misnamed, doubled, altered } = row;
  const counts = [messages, taken, refused, unproven, silent, misnamed, doubled, altered];
  const asked = row.prompts + row.races === 0 ? ['–', '–', '–'] : [row.prompts, row.races, row.approved];
  return [row.agent, ...counts, ...asked, row.answers, row.states].map(String);
}

/** Rows as a table of Markdown. */
export function toTable(rows: readonly (readonly string[])[]): string {
  return [columns, columns.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n');
}
