import { allNodes, type ScreenNode, type StyledScreen } from '../../screen/index.js';
import { textBefore } from '../input/wait-for-echo.js';
import { treeOf } from '../locators/by-role.js';
import { type ScreenGrid, textLines } from '../locators/screen-grid.js';
import { newCells } from '../terminal/new-cells.js';
import type { ElementQuery, TextQuery, Wait } from './action.js';
import { gridOf, matchesOf } from './locate.js';
import { isPlainValue, steadyParts } from './steady-text.js';

export interface Change {
  readonly before: StyledScreen | undefined;
  readonly after: StyledScreen;
  readonly program: string | undefined;
  /** What was typed, which is no answer of the program. */
  readonly typed?: string | undefined;
  /** Whether a text may be written down. */
  isPublic(text: string): boolean;
}

/**
 * What shows that a screen has come, the best first: elements by role and name, the line of the cursor, other text, values,
 * the title, and what is painted again or gone. Each is there once, and was not there before.
 */
export function findWaits(change: Change): Wait[] {
  const { before, after, program } = change;
  const now = gridOf(after, program);
  const old = before && gridOf(before, program);
  const isNew = (query: ElementQuery | TextQuery): boolean =>
    matchesOf(now, query).length === 1 && (!old || matchesOf(old, query).length === 0);
  const texts = textsOf(now, change);
  const wordy = texts.flatMap(steadyParts).map((text) => ({ text }));
  const values = texts.filter(isPlainValue).map((text) => ({ text, exact: true }));
  const fresh = [...wordy, ...values].filter((query) => change.isPublic(query.text));
  const waits: Wait[] = [
    ...elementsOf(now, change)
      .filter(isNew)
      .map((element): Wait => ({ kind: 'role', element })),
    ...fresh.filter(isNew).map((text): Wait => ({ kind: 'text', text })),
    ...titleOf(change),
    ...(before ? gone(before, change).map((text): Wait => ({ kind: 'gone', text })) : []),
    ...(before
      ? repainted(before, change, fresh).map((text): Wait => ({ kind: 'text', text, isNew: true }))
      : []),
  ];
  return distinct(waits).slice(0, MOST);
}

/** More would only be tried for long. */
const MOST = 12;

function distinct(waits: readonly Wait[]): Wait[] {
  return [...new Map(waits.map((wait) => [JSON.stringify(wait), wait])).values()];
}

/** Containers and titles before what is in them. */
const ORDER = [
  'dialog',
  'heading',
  'textbox',
  'checkbox',
  'radio',
  'tab',
  'option',
  'button',
  'status',
  'row',
];

function elementsOf(grid: ScreenGrid, { isPublic }: Change): ElementQuery[] {
  const nodes = [...allNodes(treeOf(grid))].filter(
    (node) =>
      node.confidence !== 'guess' && ORDER.includes(node.role) && isSteadyName(node) && isPublic(node.name),
  );
  const focused = nodes.filter(({ state }) => state.includes('focused'));
  nodes.sort((a, b) => ORDER.indexOf(a.role) - ORDER.indexOf(b.role));
  return [
    ...nodes.map(({ role, name }) => ({ role, name })),
    ...nodes.map(({ role, name }) => ({ role, name, exact: true })),
    ...focused.map(({ role, name }) => ({ role, name, exact: true, focused: true })),
  ];
}

function isSteadyName({ name }: ScreenNode): boolean {
  return name.length <= 60 && steadyParts(name)[0] === name;
}

/** The texts of a screen, that of the cursor first; the line in which something was typed is left out. */
function textsOf(grid: ScreenGrid, { before, after, typed }: Change): string[] {
  const lines = textLines(grid, grid.whole).map(({ text }) => text.trim());
  const prompt = textBefore(after).trim();
  const texts = [prompt, ...lines.reverse()].filter((text) => text !== '');
  if (typed === undefined || typed.trim() === '') return texts;
  const echo = `${before ? textBefore(before) : ''}${typed}`.trim();
  return texts.filter((text) => text !== echo && text !== typed.trim());
}

function titleOf({ before, after, isPublic }: Change): Wait[] {
  const { title } = after;
  if (title === '' || title === before?.title || !isPublic(title) || steadyParts(title)[0] !== title)
    return [];
  return before ? [{ kind: 'title', title }] : [];
}

/** What was there once, and is not any more. */
function gone(before: StyledScreen, { after, program, isPublic }: Change): TextQuery[] {
  const [old, now] = [gridOf(before, program), gridOf(after, program)];
  return textLines(old, old.whole)
    .reverse()
    .flatMap(({ text }) => steadyParts(text))
    .map((text) => ({ text }))
    .filter((query) => isPublic(query.text))
    .filter((query) => matchesOf(old, query).length === 1 && matchesOf(now, query).length === 0);
}

/** What was there before, and has been painted again elsewhere. */
function repainted(
  before: StyledScreen,
  { after, program }: Change,
  texts: readonly TextQuery[],
): TextQuery[] {
  const now = gridOf(after, program);
  const isNew = newCells(before, after);
  return texts.filter((query) => {
    const painted = matchesOf(now, query).filter(({ place }) =>
      place.some((span) =>
        now.cells(span).some(({ column, text }) => text.trim() !== '' && isNew(span.row, column)),
      ),
    );
    return painted.length === 1;
  });
}
