// `muxwright/test`: launch a program in a terminal, find what it shows, and expect it, in any runner or none.

export type { TreeRole } from '../screen/index.js';
export { type Expect, type Expectation, expect, type OwnMatchers } from './expect/expect.js';
export type { MatcherContext, MatcherResult, WaitingOptions } from './expect/run-matcher.js';
export type { StayHiddenOptions } from './expect/stays-hidden.js';
export {
  type OwnFinding,
  type OwnMatcher,
  type RawMatcher,
  type TerminalMatchers,
  terminalMatchers,
} from './expect/terminal-matchers.js';
export type { FillOptions } from './input/keyboard.js';
export type { ClickOptions, MouseButton, Point, WheelOptions } from './input/mouse.js';
export type { InputOptions } from './input/send-input.js';
export { launch } from './launch.js';
export type { AreaQuery, RegionQuery } from './locators/by-region.js';
export type { RoleOptions } from './locators/by-role.js';
export type { Locator } from './locators/locator.js';
export type { ColourName, StyleQuery } from './locators/style-query.js';
export { Secret, secret } from './secret.js';
export type { ScreenSnapshotOptions } from './snapshots/match-screen.js';
export { step } from './steps.js';
export type { ActionEntry, Receipt } from './terminal/action-record.js';
export type { TerminalOptions } from './terminal/launch-options.js';
export type { Terminal } from './terminal/terminal.js';
export type { TraceMode, TraceOptions } from './trace/trace-options.js';
