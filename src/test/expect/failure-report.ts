import { durationText } from '../../model/index.js';
import type { StyledScreen } from '../../screen/index.js';
import type { StageCount } from '../locators/locator-query.js';
import type { Place } from '../locators/screen-grid.js';
import type { ActionEntry } from '../terminal/action-record.js';
import { changedRows } from '../terminal/new-cells.js';
import type { TerminalState } from '../terminal/terminal-state.js';
import type { WaitResult } from '../terminal/wait-until.js';

export interface FailedThing {
  /** `toHaveText`, `press F2`. */
  readonly name: string;
  readonly isNot?: boolean;
  readonly source: string | undefined;
}

/** Why something failed, for a person: what was expected and seen, where, after which actions, and what woke the looks. */
export function failureReport(state: TerminalState, thing: FailedThing, result: WaitResult): string {
  const { finding, screen } = result;
  const lines = [
    headline(thing, result),
    ...field('Locator', finding.stages && locatorText(finding.stages, finding.nearest)),
    ...field('Expected', `${thing.isNot ? 'not ' : ''}${finding.expected}`),
    ...field('Received', finding.received),
    `Screen    ${screenFacts(screen)}`,
    ...screenLines(state, screen, finding.marks ?? []),
    ...field('Did', didText(state, screen)),
    ...field('Looks', `${looksText(result)}${thing.source ? `   ${thing.source}` : ''}`),
    ...field('Trace', state.trace && `mux trace show ${state.trace.name}`),
  ];
  return state.hidden.text(lines.join('\n'));
}

function headline({ name, isNot }: FailedThing, result: WaitResult): string {
  const { end, elapsedMs, timeoutMs, kernel, exit, finding } = result;
  const after = `${durationText(elapsedMs)}${end === 'timeout' ? '' : ` of ${durationText(timeoutMs)}`}`;
  const why = {
    passed: '',
    timeout: '',
    ended: ': the program has ended',
    stuck: ': nothing can change any more',
    hopeless: `: ${finding.hopeless}`,
  }[end];
  const first = `${isNot ? 'not.' : ''}${name} failed after ${after}${why}`;
  if (exit)
    return `${first}\n  ${exit.code === undefined ? 'its pane was closed' : `exit code ${exit.code}`}`;
  if (!kernel) return first;
  const kind = kernel.kind ? `, ${kernel.kind}` : '';
  return `${first}\n  ${kernel.reason.replace(/\.$/, '')} (${kernel.confidence}${kind})`;
}

function locatorText(stages: readonly StageCount[], nearest: string | undefined): string {
  const names = stages.map(({ description }) => description).join(' > ');
  const counts = stages.map(({ count }) => count).join(' > ');
  return `${names}: ${counts}${nearest ? `, nearest ${nearest}` : ''}`;
}

function field(name: string, value: string | undefined): string[] {
  if (value === undefined || value === '') return [];
  const [first = '', ...rest] = value.split('\n');
  return [`${name.padEnd(10)}${first}`, ...rest.map((line) => `${' '.repeat(10)}${line}`)];
}

function screenFacts({ width, height, cursor, alternate }: StyledScreen): string {
  const at = cursor.visible ? `cursor ${cursor.x},${cursor.y}` : 'cursor hidden';
  return `${width}×${height}, ${at}${alternate ? ', alternate' : ''}`;
}

/** The screen without the unused rows at its end; rows that are meant have a mark in front. */
function screenLines({ hidden }: TerminalState, screen: StyledScreen, marks: readonly Place[]): string[] {
  const marked = new Set(marks.flatMap((place) => place.map(({ row }) => row)));
  const rows = hidden.rows(screen.rows);
  let end = rows.length;
  while (end > 0 && rows[end - 1] === '' && !marked.has(end - 1)) end--;
  if (end === 0) return ['  (empty)'];
  return rows
    .slice(0, end)
    .map((row, at) => `${marked.has(at) ? '▶' : ' '}${String(at).padStart(3)} |${row}`);
}

const SHOWN_ACTIONS = 5;

function didText({ record }: TerminalState, now: StyledScreen): string {
  const actions = record.lastActions(SHOWN_ACTIONS);
  return actions.map((action, at) => actionText(action, actions[at + 1]?.before ?? now)).join('\n');
}

/** `#14 press F2 → read after 3 ms, 2 rows changed`. */
function actionText(entry: ActionEntry, afterwards: StyledScreen): string {
  const { number, name, detail, receipt, before, outcome, steps, source } = entry;
  const became = [
    ...(receipt?.echoed ? ['echoed'] : []),
    ...(receipt?.readAfterMs === undefined ? [] : [`read after ${durationText(receipt.readAfterMs)}`]),
    ...(receipt && before ? [rowsText(changedRows(before, afterwards))] : []),
    ...(outcome === undefined || outcome === 'done' ? [] : [outcome]),
  ];
  const where = [...(steps.length > 0 ? [`in ${steps.join(' > ')}`] : []), ...(source ? [source] : [])].join(
    ', ',
  );
  const result = became.length > 0 ? ` → ${became.join(', ')}` : '';
  return `#${number} ${[name, detail].filter(Boolean).join(' ')}${result}${where ? `   (${where})` : ''}`;
}

function rowsText(rows: number): string {
  return rows === 0 ? 'nothing changed' : `${rows} row${rows === 1 ? '' : 's'} changed`;
}

function looksText({ looks }: WaitResult): string {
  const entries = Object.entries(looks);
  const all = entries.reduce((sum, [, count]) => sum + count, 0);
  return `${all}: ${entries.map(([wake, count]) => `${wake} ×${count}`).join(', ')}`;
}
