import type { Tally } from '../../agents/tally.js';

/** What the lab counted for one agent. The model's log is the truth. */
export interface AgentRow {
  readonly agent: string;
  messages: number;
  taken: number;
  /** Reported as not taken, or not proven; nothing of it reached the model without a word. */
  refused: number;
  /** Reported as taken, and never seen by the model. */
  silent: number;
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
  const none = { messages: 0, taken: 0, refused: 0, silent: 0, doubled: 0, altered: 0 };
  return { agent, ...none, prompts: 0, races: 0, approved: 0, answers: '–', states: '–', notes: [] };
}

/** Adds what was delivered to a row. */
export function addTally(row: AgentRow, counts: Tally, taken: number): void {
  row.messages += counts.messages;
  row.taken += taken;
  row.refused += counts.messages - taken;
  row.silent += counts.wrongReceipts.length;
  row.doubled += counts.doubled.length;
  row.altered += counts.altered.length;
  row.notes.push(
    ...counts.wrongReceipts.map((text) => `silent: ${text.slice(0, 200)}`),
    ...counts.doubled.map((text) => `doubled: ${text}`),
    ...counts.altered.map((text) => `altered: ${text}`),
  );
}

/** Whether something happened that must never happen. */
export function isWrong(row: AgentRow): boolean {
  return row.silent + row.doubled + row.approved > 0;
}

/** The rows as a table of Markdown. */
export function agentTable(rows: readonly AgentRow[]): string {
  const head = [
    'agent',
    'messages',
    'taken',
    'reported as not taken',
    'lost silently',
    'doubled',
    'altered',
    'into an open prompt',
    'races',
    'approved by accident',
    'answers',
    'states',
  ];
  const lines = rows.map((row) => [
    row.agent,
    row.messages,
    row.taken,
    row.refused,
    row.silent,
    row.doubled,
    row.altered,
    row.prompts,
    row.races,
    row.approved,
    row.answers,
    row.states,
  ]);
  return [head, head.map(() => '---'), ...lines].map((line) => `| ${line.join(' | ')} |`).join('\n');
}
