import type { ExpectedNode } from '../../../src/screen/tree/parse-tree-text.js';
import { screenTree } from '../../../src/screen/tree/screen-tree.js';
import type { TreeFacts } from '../../../src/screen/tree/tree-facts.js';
import {
  allNodes,
  interactiveRoles,
  type ScreenNode,
  type TreeRole,
} from '../../../src/screen/tree/tree-node.js';
import { nodeText } from '../../../src/screen/tree/tree-text.js';
import { roleFixtures } from './role-fixtures.js';
import { labelsOf, roleLabels } from './role-labels.js';
import { halfOf, isCalm } from './scenes.js';

/** What the recogniser got right and wrong on one screen. */
export interface ScreenVerdict {
  readonly id: string;
  readonly half: 'seen' | 'held';
  /** A screen of text, with nothing to act on. */
  readonly calm: boolean;
  readonly right: readonly ScreenNode[];
  /** Elements that nobody labelled, certain or likely. */
  readonly extra: readonly ScreenNode[];
  /** Labels that nothing fits. */
  readonly missed: readonly ExpectedNode[];
  /** Elements with the right role and name but another state or value than the label says. */
  readonly otherState: readonly string[];
}

/** Compares the tree of each labelled screen with its labels. An element fits a label of its role and name. */
export function judgeScreens(facts: (program: string) => TreeFacts = () => ({})): ScreenVerdict[] {
  return roleFixtures().flatMap(({ program, name, screen }) => {
    const labels = labelsOf(roleLabels(program), name);
    if (!labels) return [];
    const nodes = [...allNodes(screenTree(screen, facts(program)))];
    const sure = nodes.filter(({ confidence, role }) => confidence !== 'guess' && role !== 'cell');
    const base = { id: `${program}/${name}`, half: halfOf(program), calm: isCalm(program) };
    return { ...base, ...compare(sure, labels.nodes) };
  });
}

function compare(
  nodes: readonly ScreenNode[],
  labels: readonly ExpectedNode[],
): Pick<ScreenVerdict, 'right' | 'extra' | 'missed' | 'otherState'> {
  const left = [...nodes];
  const right: ScreenNode[] = [];
  const missed: ExpectedNode[] = [];
  const otherState: string[] = [];
  // Those with a name first: the others take what is left.
  for (const label of labels.toSorted(
    (a, b) => Number(a.name === undefined) - Number(b.name === undefined),
  )) {
    const at = left.findIndex((node) => node.role === label.role && isNamed(node, label.name));
    const [node] = at < 0 ? [] : left.splice(at, 1);
    if (!node) {
      missed.push(label);
      continue;
    }
    right.push(node);
    const isSame = label.state.every((state) => node.state.includes(state));
    if (!isSame || (label.value !== undefined && label.value !== node.value)) otherState.push(nodeText(node));
  }
  return { right, extra: left, missed, otherState };
}

function isNamed(node: ScreenNode, name: string | RegExp | undefined): boolean {
  if (name === undefined) return true;
  return typeof name === 'string' ? node.name === name : name.test(node.name);
}

/** Elements on screens of text that a program would act on: each is one too many. */
export function falseInteractive(verdicts: readonly ScreenVerdict[]): string[] {
  return verdicts
    .filter(({ calm }) => calm)
    .flatMap(({ id, extra }) =>
      extra.filter(({ role }) => interactiveRoles.has(role)).map((node) => `${id}: ${nodeText(node)}`),
    );
}

export interface RoleScore {
  readonly role: TreeRole;
  readonly labelled: number;
  readonly right: number;
  readonly extra: number;
  readonly precision: number;
  readonly recall: number;
}

/** Precision and recall of each role that was labelled or claimed. */
export function scores(verdicts: readonly ScreenVerdict[]): RoleScore[] {
  const roles = new Set(
    verdicts.flatMap(({ right, extra, missed }) => [...right, ...extra, ...missed].map(({ role }) => role)),
  );
  return [...roles].sort().map((role) => {
    const of = (pick: (verdict: ScreenVerdict) => readonly { readonly role: TreeRole }[]): number =>
      verdicts.reduce((sum, verdict) => sum + pick(verdict).filter((one) => one.role === role).length, 0);
    const [right, extra, missed] = [of((one) => one.right), of((one) => one.extra), of((one) => one.missed)];
    return {
      role,
      labelled: right + missed,
      right,
      extra,
      precision: right + extra === 0 ? 1 : right / (right + extra),
      recall: right + missed === 0 ? 1 : right / (right + missed),
    };
  });
}
