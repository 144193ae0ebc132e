import type { Look } from '../../delivery/index.js';
import { MuxError } from '../../model/index.js';
import {
  findByRef,
  findNode,
  type NodeQuery,
  nodeText,
  type ScreenNode,
  type ScreenTree,
  type StyledScreen,
  screenTree,
  treeText,
} from '../../screen/index.js';
import type { Command } from '../../tmux/index.js';
import { answerDefaults } from '../registry/answer/answer-defaults.js';
import type { MenuTalk } from '../registry/answer/menu-talk.js';

/** A tree, and the screen that it was read from. */
export interface TreeLook {
  readonly look: Look;
  readonly tree: ScreenTree;
}

/** An element on a screen that was just read. */
export interface ElementLook extends TreeLook {
  readonly node: ScreenNode;
}

/** The hold on a pane whose elements are acted on: each key goes only to the rows that were read. */
export class TreeTalk {
  readonly talk: MenuTalk;
  readonly #shown: (screen: StyledScreen) => StyledScreen;

  /** @param shown the screen as the caller may see it: references are of that one */
  constructor(talk: MenuTalk, shown: (screen: StyledScreen) => StyledScreen) {
    this.talk = talk;
    this.#shown = shown;
  }

  treeOf(look: Look): TreeLook {
    return { look, tree: screenTree(this.#shown(look.screen), { program: this.talk.program }) };
  }

  /** The element that is meant, when the screen has been the same for a moment: a half-painted one lacks elements. */
  async find(query: NodeQuery): Promise<ElementLook> {
    const until = performance.now() + answerDefaults.menuWaitMs;
    let before = await this.look();
    for (;;) {
      await this.#quiet();
      const now = await this.look();
      const isSteady = textOf(now) === textOf(before);
      if (isSteady || performance.now() >= until) return { ...now, node: findNode(now.tree, query) };
      before = now;
    }
  }

  /** The same element now. Fails with `STALE_REF` where it has gone. */
  async again({ node }: ElementLook): Promise<ElementLook> {
    const now = await this.look();
    return { ...now, node: findByRef(now.tree, node.ref) };
  }

  async look(): Promise<TreeLook> {
    const now = await this.talk.until(0, (look) => this.treeOf(look));
    if (!now) throw new Error('No look was taken.');
    return now;
  }

  /** Waits until the screen has something that `accept` takes. */
  until<T>(ms: number, accept: (now: TreeLook) => T | undefined): Promise<T | undefined> {
    return this.talk.until(ms, (look) => accept(this.treeOf(look)));
  }

  /** Carries out commands if the rows of the element are still what they were; whether it did is the answer. */
  give({ look, tree, node }: ElementLook, commands: readonly Command[]): Promise<boolean> {
    const { row, height } = around(tree, node).bounds;
    const rows = Array.from({ length: height }, (_, index) => row + index);
    return this.talk.giveAt(look, rows, commands);
  }

  press(seen: ElementLook, key: string): Promise<boolean> {
    return this.give(seen, this.talk.keys(key));
  }

  async #quiet(): Promise<void> {
    await this.talk.until(answerDefaults.stableMs, () => undefined);
  }
}

/** The outermost element that an element is in: a dialog, a list. */
function around(tree: ScreenTree, node: ScreenNode): ScreenNode {
  const has = (one: ScreenNode): boolean => one === node || one.children.some(has);
  return tree.children.find(has) ?? node;
}

function textOf({ tree }: TreeLook): string {
  return treeText(tree, { guesses: true, refs: true });
}

export function notReached({ paneId }: MenuTalk, node: ScreenNode, why: string): MuxError {
  return new MuxError('ELEMENT_NOT_REACHED', `${nodeText(node)} in pane ${paneId}: ${why}.`, {
    suggestion: 'Look at the screen before trying again, or press keys.',
    details: { paneId, ref: node.ref },
  });
}
