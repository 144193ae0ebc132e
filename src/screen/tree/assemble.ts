import { type Area, nameOf } from './area.js';
import { type Candidate, holds, overlaps } from './candidate.js';
import type { Box } from './find-boxes.js';
import type { TreeEvidence } from './tree-node.js';

/** Keeps of several that claim the same cells the first one: detectors stand in the order of their strength. */
export function withoutRivals(found: readonly Candidate[]): Candidate[] {
  const kept: Candidate[] = [];
  for (const one of found) {
    const rival = kept.find((other) => overlaps(other.bounds, one.bounds));
    if (!rival) kept.push(one);
    else if (rival.confidence === 'guess' && one.confidence !== 'guess') {
      const rivals = kept.filter((other) => overlaps(other.bounds, one.bounds));
      // The highlight of a table makes no list of it.
      if (rivals.every(({ confidence, role }) => confidence === 'guess' && role !== 'table')) {
        for (const other of rivals) kept.splice(kept.indexOf(other), 1);
        kept.push(one);
      }
    }
  }
  return kept;
}

/** Puts elements into the boxes that they stand in. Boxes that mean nothing by themselves are left out. */
export function assemble(areas: readonly Area[], found: readonly Candidate[]): Candidate[] {
  const boxes = areas.filter((area): area is Area & { box: Box } => area.box !== undefined);
  const bySize = boxes.toSorted((a, b) => sizeOf(b) - sizeOf(a));
  const roots: Nest[] = [];
  const nests: Nest[] = [];
  for (const area of bySize) {
    const nest: Nest = { area, boxes: [], items: [] };
    const parent = nests.findLast((other) => holds(other.area.box.bounds, area.box.bounds));
    (parent?.boxes ?? roots).push(nest);
    nests.push(nest);
  }
  const loose: Candidate[] = [];
  for (const one of found) {
    const nest = nests.findLast(({ area }) => holds(area.box.bounds, one.bounds));
    (nest?.items ?? loose).push(one);
  }
  return inOrder([...loose, ...roots.flatMap(toElements)]);
}

interface Nest {
  readonly area: Area & { readonly box: Box };
  readonly boxes: Nest[];
  readonly items: Candidate[];
}

function sizeOf({ box }: { readonly box: Box }): number {
  return box.bounds.width * box.bounds.height;
}

/** A dialog where something in it is answered, a region where it has a title, else only its contents. */
function toElements({ area, boxes, items }: Nest): Candidate[] {
  const inner = boxes.flatMap(toElements);
  const children = inOrder([...items, ...inner]);
  const box = { ...area.box, title: area.box.title || titleInside(area) };
  const buttons = children.filter(({ role, confidence }) => role === 'button' && confidence !== 'guess');
  const isNested = inner.some(({ role }) => role === 'dialog');
  if (buttons.length > 0 && !isNested)
    return [container('dialog', { ...area, box }, children, `${buttons.length} buttons in it`)];
  const isGauge = children.some(({ role }) => role === 'progressbar') && box.title !== '';
  if (isGauge && items.length === 0)
    return [container('dialog', { ...area, box }, children, 'a gauge in it')];
  if (box.title !== '' && !isOnly(children, box))
    return [container('region', { ...area, box }, children, 'a title')];
  return children.map((child) => named(child, box.title));
}

/** A box around one list or one field is that list or field. */
function isOnly(children: readonly Candidate[], { drawn }: Box): boolean {
  const [only] = children;
  return (
    drawn !== 'filled' &&
    children.length === 1 &&
    only !== undefined &&
    /^(?:textbox|progressbar)$/.test(only.role)
  );
}

function named(child: Candidate, title: string): Candidate {
  return child.name === '' && title !== '' ? { ...child, name: title } : child;
}

function container(
  role: 'dialog' | 'region',
  area: Nest['area'],
  children: readonly Candidate[],
  why: string,
): Candidate {
  const { box } = area;
  const evidence: TreeEvidence[] = [
    {
      kind: 'geometry',
      detail: box.drawn === 'filled' ? 'a rectangle of one background' : `a box in ${box.drawn}`,
    },
    { kind: 'pattern', detail: why },
  ];
  const certain =
    role === 'dialog' && box.drawn === 'lines' && children.some(({ state }) => state?.includes('focused'));
  return {
    role,
    name: box.title || (role === 'dialog' ? firstWords(area) : ''),
    bounds: box.bounds,
    confidence: certain ? 'certain' : 'likely',
    evidence,
    children,
  };
}

/** Words in the first row, with a line under them. */
function titleInside({ rows, box }: Area): string {
  const isTitle = rows[1]?.isRule && box?.drawn === 'lines' && !/[│┃]/u.test(rows[0]?.text ?? '');
  return isTitle ? nameOf(rows[0]?.text ?? '') : '';
}

function firstWords({ rows }: Area): string {
  return nameOf(rows.find(({ isBlank, isRule }) => !isBlank && !isRule)?.text ?? '');
}

function inOrder(all: readonly Candidate[]): Candidate[] {
  return all.toSorted((a, b) => a.bounds.row - b.bounds.row || a.bounds.column - b.bounds.column);
}
