export { ansiText, sgrOf } from './ansi-text.js';
export { type Cell, cellsOf, cellsText, isBlankCell } from './cells.js';
export { readColour } from './colour.js';
export { characterWidth, columnWidth } from './column-width.js';
export {
  begunControlSequencePattern,
  characterSetBody,
  controlSequenceBody,
  controlSequencePattern,
  type Dialect,
  escapePattern,
  oscPattern,
  screenChangePattern,
  sequencePattern,
  sgrPattern,
  stringPattern,
  unfinishedPattern,
} from './grammar.js';
export { lineDrawing } from './line-drawing.js';
export { readOsc } from './osc.js';
export { passedThrough } from './passthrough.js';
export { ScreenModel } from './screen-model.js';
export { emptyScreen, type ScreenState } from './screen-state.js';
export { plainStyle } from './select-graphic-rendition.js';
export {
  hasInvisibles,
  invisibles,
  placeAmongInvisibles,
  unfinishedSequence,
  withoutInvisibles,
  withoutSequences,
} from './sequences.js';
export { rowText, styledRows } from './styled-rows.js';
export { sameStyle } from './styled-runs.js';
export type { TerminalModes } from './terminal-modes.js';
export type { StyledRun, TextStyle } from './text-style.js';
export { type ControlSequence, isSgr, type Token, Tokenizer, tokensOf } from './tokens.js';
