import { type ConversationRules, conversationDefaults, type RowRule } from '../panes/index.js';
import { promptEnd, type StyledScreen } from '../screen/index.js';
import type { FrameSource } from './conversation-frame.js';

/**
 * Rules for a program that nobody has described. What stands before the cursor is its prompt: rows that begin with
 * it are what the person said, and what follows is the answer. A full-screen program's rows below the cursor are its
 * footer.
 *
 * @param before what was guessed so far: while a program works, its prompt may not be there
 */
export function guessRules(
  { screen, agent }: FrameSource,
  before: ConversationRules | undefined,
): ConversationRules {
  const waits = agent.state === 'idle' || agent.state === 'typing' || agent.state === 'unknown';
  const prompt = waits ? promptOf(screen) : undefined;
  return {
    ...unknown,
    user: prompt ? [{ pattern: prompt }] : (before?.user ?? []),
    bottom: before?.bottom ?? footerOf(screen),
  };
}

const rules = (...patterns: readonly RegExp[]): readonly RowRule[] =>
  patterns.map((pattern) => ({ pattern }));

const unknown: ConversationRules = {
  ...conversationDefaults,
  lineByLine: true,
  user: [],
  agent: rules(/^[●⏺•◆✦] /u),
  tool: [],
  toolOutput: [],
  start: [],
  end: [],
  // Lines, spinners and hints.
  chrome: rules(
    /^\s*[─━═╌┄╭╮╰╯┌┐└┘│┃║\s]+$/u,
    /^\s*[\u2801-\u28ff◐◓◑◒]\s/u,
    /\b(?:esc|ctrl[+-]c)\b.{0,12} to (?:interrupt|stop|cancel)\b/iu,
  ),
  bottom: [],
  scrolled: [],
};

/** The prompt as a pattern; its numbers may count up. */
function promptOf({ rows, cursor }: StyledScreen): RegExp | undefined {
  const row = rows[cursor.y] ?? '';
  const found = promptEnd(row.slice(0, cursor.x).padEnd(cursor.x));
  if (!found?.sure || found.end > LONGEST_PROMPT) return undefined;
  const prompt = row.slice(0, found.end).trimEnd();
  return prompt === '' ? undefined : new RegExp(`^${escaped(prompt).replace(/\d+/gu, '\\d+')} ?`, 'u');
}

const LONGEST_PROMPT = 60;

function footerOf({ rows, cursor, alternate }: StyledScreen): readonly RowRule[] {
  const first = alternate ? rows.find((row, index) => index > cursor.y && /\p{L}{2}/u.test(row)) : undefined;
  return first === undefined ? [] : rules(new RegExp(`^${escaped(first)}$`, 'u'));
}

/** With the `u` flag nothing else may be escaped: `\\-` is an error. */
function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\/]/gu, '\\$&');
}
