import { type FoundInput, isMutedStyle, type StyledScreen } from '../../screen/index.js';
import { fittingRow } from './fitting-row.js';
import type { InputCondition, ScreenRule } from './profile-shape.js';
import type { Seen } from './seen.js';

export interface Match {
  readonly rule: ScreenRule;
  /** What the rule saw, in words. */
  readonly evidence: string;
}

/** The first rule that fits the screen. */
export function firstMatch(rules: readonly ScreenRule[], seen: Seen): Match | undefined {
  for (const rule of rules) {
    const evidence = evidenceOf(rule, seen);
    if (evidence !== undefined) return { rule, evidence };
  }
  return undefined;
}

/** What shows that a rule fits; `undefined` where it does not. */
function evidenceOf(rule: ScreenRule, seen: Seen): string | undefined {
  const { screen, input, menu } = seen;
  const fits =
    (rule.menu === undefined || rule.menu === (menu !== undefined)) &&
    (rule.asks === undefined || (menu !== undefined && rule.asks.test(menu.title))) &&
    (rule.input === undefined || inputFits(rule.input, input)) &&
    (rule.found === undefined || (input !== undefined && rule.found.includes(input.place.kind))) &&
    (rule.marker === undefined || markerFits(rule.marker, input)) &&
    (rule.cursor === undefined || (rule.cursor === 'visible') === screen.cursor.visible) &&
    (rule.alternate === undefined || rule.alternate === screen.alternate) &&
    (rule.title === undefined || rule.title.test(screen.title));
  if (!fits) return undefined;
  const option = rule.option && menu?.options.find(({ label }) => rule.option?.test(label));
  if (rule.option && !option) return undefined;
  const rows: string[] = [];
  for (const condition of rule.rows) {
    const row = fittingRow(condition, seen);
    if ((row === undefined) !== condition.absent) return undefined;
    if (row !== undefined) rows.push(quotedRow(screen, row));
  }
  return [...rows, ...otherEvidence(rule, seen)].join(', ') || 'no evidence against it';
}

function inputFits(condition: InputCondition, input: FoundInput | undefined): boolean {
  if (condition === 'absent') return input === undefined;
  if (input === undefined) return false;
  if (condition === 'present') return true;
  if (condition === 'filled') return input.box.text !== '';
  if (condition === 'placeholder') return input.placeholder !== '';
  return input.box.text === '';
}

function markerFits(condition: 'plain' | 'muted', input: FoundInput | undefined): boolean {
  const marker = input?.place.marker;
  return marker !== undefined && isMutedStyle(marker.style) === (condition === 'muted');
}

function otherEvidence(rule: ScreenRule, { screen, input, menu }: Seen): string[] {
  const seen: string[] = [];
  if (rule.title) seen.push(`title ${quoted(screen.title)}`);
  if (menu && (rule.menu || rule.asks || rule.option)) {
    const row = menu.options[0]?.row ?? 0;
    seen.push(`menu at row ${row} ${quoted(menu.title)}`);
  }
  if (input && (rule.input || rule.marker || rule.found)) {
    const { text } = input.box;
    const what =
      text !== '' ? `holds ${quoted(text)}` : input.placeholder ? 'shows its placeholder' : 'is empty';
    seen.push(`the input box at row ${input.box.firstRow} ${what}`);
  }
  return seen;
}

function quotedRow(screen: StyledScreen, row: number): string {
  return `row ${row} ${quoted((screen.rows[row] ?? '').trim())}`;
}

function quoted(text: string): string {
  return `'${text.length > 80 ? `${text.slice(0, 79)}…` : text}'`;
}
