import { MuxError } from '../../model/index.js';
import {
  allNodes,
  focusOf,
  nodeText,
  type ScreenNode,
  type ScreenTree,
  siblingsOf,
} from '../../screen/index.js';
import { keyCommands } from '../../tmux/index.js';
import { placeOf, treeOf } from '../locators/by-role.js';
import { type Match, type ScreenGrid, samePlace } from '../locators/screen-grid.js';
import type { Receipt } from '../terminal/action-record.js';
import { waitUntil } from '../terminal/wait-until.js';
import type { InputContext } from './keyboard.js';
import { type InputOptions, sendInput } from './send-input.js';

/**
 * Brings the highlight to an element by arrow keys or Tab, looking after each key, and presses Enter there; a checkbox or a
 * radio button is ticked with Space.
 */
export async function selectElement(context: InputContext, options: InputOptions = {}): Promise<Receipt> {
  const tried = new Map<string, Set<string>>();
  for (let steps = 0; steps < MOST_STEPS; steps++) {
    const step = await pressNext(context, options, tried);
    if (step.isLast) return step.receipt;
    if (await moves(context, step, options)) continue;
    tried.set(step.focus, (tried.get(step.focus) ?? new Set()).add(step.key));
  }
  throw notReached('the highlight does not get there');
}

/** Longer lists need a filter, as for a person. */
const MOST_STEPS = 200;

interface Step {
  readonly key: string;
  readonly isLast: boolean;
  /** Where the highlight was before. */
  readonly focus: string;
  readonly receipt: Receipt;
}

async function pressNext(
  { state, source, target }: InputContext,
  options: InputOptions,
  tried: ReadonlyMap<string, ReadonlySet<string>>,
): Promise<Step> {
  let step: Omit<Step, 'receipt'> | undefined;
  const { receipt } = await sendInput(state, {
    name: 'select',
    detail: '',
    source,
    target,
    options,
    commands: ({ pane, screen, match }) => {
      const grid = state.grid(screen);
      step = nextStep(grid, match, tried);
      const { x, y } = screen.cursor;
      return {
        commands: keyCommands(pane.id, [step.key], pane.tmux.version),
        bytes: 1,
        conditions: [`#{==:#{cursor_x} #{cursor_y},${x} ${y}}`],
      };
    },
  });
  if (!step) throw notReached('nothing was sent');
  return { ...step, receipt };
}

function nextStep(
  grid: ScreenGrid,
  match: Match | undefined,
  tried: ReadonlyMap<string, ReadonlySet<string>>,
): Omit<Step, 'receipt'> {
  const tree = treeOf(grid);
  const node = match && [...allNodes(tree)].find(({ bounds }) => samePlace(placeOf(bounds), match.place));
  if (!node || !selectableRoles.has(node.role)) {
    const shown = node ? nodeText(node) : 'What the locator means';
    throw new MuxError('INVALID_ARGUMENT', `${shown} cannot be selected.`, {
      suggestion: `Use getByRole with one of ${[...selectableRoles].join(', ')}.`,
    });
  }
  const focus = focusOf(tree);
  if (node.state.includes('focused')) {
    const isMark = node.role === 'checkbox' || node.role === 'radio';
    return { key: isMark ? 'Space' : 'Enter', isLast: true, focus };
  }
  const key = keysTo(tree, node).find((one) => !tried.get(focus)?.has(one));
  if (key === undefined) throw notReached(`no key moves the highlight to ${nodeText(node)}`);
  return { key, isLast: false, focus };
}

/** What can be chosen with Enter or Space. */
export const selectableRoles: ReadonlySet<string> = new Set([
  'option',
  'button',
  'checkbox',
  'radio',
  'tab',
  'row',
  'link',
]);

/** Which keys may bring the highlight nearer, the best first. */
function keysTo(tree: ScreenTree, node: ScreenNode): string[] {
  const siblings = siblingsOf(tree, node);
  const from = siblings.find(({ state }) => state.includes('focused'))?.bounds;
  if (!from) return ['Tab', 'BTab', 'Down', 'Right'];
  const { row, column } = node.bounds;
  if (row !== from.row) return row > from.row ? ['Down', 'Tab', 'Up'] : ['Up', 'BTab', 'Down'];
  return column > from.column ? ['Right', 'Tab', 'Left'] : ['Left', 'BTab', 'Right'];
}

/** Whether the highlight is elsewhere within a moment, or what is to be selected is gone. */
async function moves({ state }: InputContext, { focus }: Step, { timeout }: InputOptions): Promise<boolean> {
  const timeoutMs = Math.min(timeout ?? state.times.timeoutMs, MOVE_MS);
  const { end } = await waitUntil(
    state,
    ({ screen }) => ({
      pass: focusOf(treeOf(state.grid(screen))) !== focus,
      expected: 'another highlight',
      received: focus,
    }),
    { timeoutMs },
  );
  return end === 'passed';
}

/** A key that has changed nothing for so long is not the right one here. */
const MOVE_MS = 2_000;

function notReached(why: string): MuxError {
  return new MuxError('OPTION_NOT_CHOSEN', `It was not selected: ${why}.`, {
    suggestion: 'Look at the screen, and press the keys of the program instead.',
  });
}
