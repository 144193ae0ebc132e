export { askedOn } from './asked-on.js';
export { type BoxKind, boxKinds, type InputHints, inputDefaults, isLineKind } from './box-place.js';
export { fullScreenQuestion, isPainted } from './full-screen-question.js';
export { isMutedStyle } from './ghost-text.js';
export { isIdlePrompt, isPagerPrompt } from './idle-prompt.js';
export { type FoundInput, findInput, type InputBox } from './input-box.js';
export { joinWrapped } from './join-wrapped.js';
export { loneCaret } from './lone-caret.js';
export { findMenu, menuDefaults } from './menu.js';
export { menuOptions, type ShownOption } from './menu-options.js';
export type { Menu, MenuOption } from './menu-shape.js';
export { menuTitle } from './menu-title.js';
export { paintScreen, type ScreenPaint } from './paint-screen.js';
export { promptEnd } from './prompt-line.js';
export {
  dialogQuestion,
  isOfDialog,
  isSameQuestion,
  namedQuestion,
  type Question,
  questionOn,
  screenQuestion,
} from './question.js';
export { indentOf, isBlankRow, isHorizontalRule } from './row-shapes.js';
export {
  type Cursor,
  cursorLine,
  dropTrailingBlank,
  matchesText,
  type Screen,
  screenText,
} from './screen.js';
export { screenOfModel } from './screen-of-model.js';
export { screenSvg } from './screen-svg.js';
export { steadyRow } from './steady-row.js';
export type { StyledScreen } from './styled-screen.js';
export { findNode, type NodeQuery } from './tree/find-node.js';
export { focusOf, siblingsOf } from './tree/focus.js';
export { matchTree } from './tree/match-tree.js';
export { parseTreeText } from './tree/parse-tree-text.js';
export { findByRef } from './tree/refs.js';
export { screenTree } from './tree/screen-tree.js';
export type { TreeFacts } from './tree/tree-facts.js';
export {
  allNodes,
  type Bounds,
  type NodeState,
  nodeStates,
  type ScreenNode,
  type ScreenTree,
  type TreeRole,
  treeRoles,
} from './tree/tree-node.js';
export { nodeText, treeText } from './tree/tree-text.js';
export { extractVerificationSnippet } from './verification-snippet.js';
