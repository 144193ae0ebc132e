import type { Bounds, NodeState, TreeConfidence, TreeEvidence, TreeRole } from './tree-node.js';

/** An element as a detector found it, before it has its place in the tree. */
export interface Candidate {
  readonly role: TreeRole;
  readonly name: string;
  readonly bounds: Bounds;
  readonly confidence: TreeConfidence;
  readonly evidence: readonly TreeEvidence[];
  readonly state?: readonly NodeState[];
  readonly value?: string | undefined;
  /** What stands in it, if the detector knows. */
  readonly children?: readonly Candidate[];
}

/** One row of an element, or a part of it. */
export function rowBounds(row: number, column: number, width: number): Bounds {
  return { row, column, width, height: 1 };
}

/** The least bounds that hold all of these. */
export function union(all: readonly Bounds[]): Bounds {
  const row = Math.min(...all.map((one) => one.row));
  const column = Math.min(...all.map((one) => one.column));
  const bottom = Math.max(...all.map((one) => one.row + one.height));
  const right = Math.max(...all.map((one) => one.column + one.width));
  return { row, column, width: right - column, height: bottom - row };
}

export function holds(outer: Bounds, inner: Bounds): boolean {
  return (
    inner.row >= outer.row &&
    inner.column >= outer.column &&
    inner.row + inner.height <= outer.row + outer.height &&
    inner.column + inner.width <= outer.column + outer.width
  );
}

export function overlaps(a: Bounds, b: Bounds): boolean {
  return (
    a.row < b.row + b.height &&
    b.row < a.row + a.height &&
    a.column < b.column + b.width &&
    b.column < a.column + a.width
  );
}
