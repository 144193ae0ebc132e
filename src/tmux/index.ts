export { tmuxNotInstalled } from './attach.js';
export { Backoff } from './backoff.js';
export {
  type CaptureOptions,
  captureCommand,
  captureText,
  parseScreen,
  parseStyledScreen,
  screenCommands,
  stateCommand,
} from './capture.js';
export { type Changes, watchChanges } from './changes.js';
export type { RequestOptions } from './command-channel.js';
export { type ConnectOptions, connect } from './connect.js';
export { connectPatiently, patience } from './connect-patiently.js';
export { Connections, type HostTarget } from './connections.js';
export type { TmuxContext } from './context.js';
export type { EnsureSessionOptions } from './create-session.js';
export type { Environment } from './environment.js';
export { ExitHold } from './exit-hold.js';
export {
  type HoldToken,
  holdCommands,
  holdNeeded,
  holdQuestions,
  leaseCommands,
  newHold,
  releaseCommand,
} from './exit-hold-commands.js';
export { followPainted, type PaintedPane } from './follow-painted.js';
export { forgetMessages } from './forget-messages.js';
export { FormatWatch } from './format-watch.js';
export type { ServerIdentity } from './identify-server.js';
export {
  type PaneInfo,
  type PlacedPane,
  placedPaneFields,
  type SessionInfo,
  toPlacedPane,
  type WindowInfo,
} from './infos.js';
export { hideInput, tapInput, tellInput } from './input-taps.js';
export { keyCommands } from './key-commands.js';
export { checkKey } from './keys.js';
export { type LaunchOptions, launchCommand, launchFlags } from './launch.js';
export { listRecords } from './list-records.js';
export { gone, missing } from './missing.js';
export { checkSessionName, checkWindowName, literalFormat } from './names.js';
export type { Notification } from './notification.js';
export { cleanEnvironment } from './one-shot.js';
export { Options } from './options.js';
export type { InputOptions, Pane, SplitOptions } from './pane.js';
export type {
  PaneCloseReason,
  PaneEvent,
  PaneFeed,
  PaneGap,
  PaneGapReason,
  PaneLook,
  PaneSink,
} from './pane-events.js';
export { type PaneSnapshot, parseSnapshot, snapshotCommands } from './pane-snapshot.js';
export { PaneStream, type PaneStreamOptions } from './pane-stream.js';
export { fillBuffer, type PasteOptions, pasteCommand, pasteInto } from './paste.js';
export { pipeCommand } from './pipe-command.js';
export { hasQuirk, type Quirk, type QuirkName, quirks } from './quirks.js';
export { type Argument, type Command, commandLine } from './quote.js';
export {
  parseRecord,
  parseRecords,
  type RecordFields,
  recordFormat,
  type TmuxRecord,
} from './record-format.js';
export { allOf, rowConditions } from './row-guard.js';
export { sendIf } from './send-if.js';
export { serverTime, tellTime, toldTime } from './server-time.js';
export type { NewWindowOptions, Session } from './session.js';
export { Tmux, type TmuxEvents, type TmuxOptions } from './tmux.js';
export { tmuxPrefix } from './tmux-prefix.js';
export { isContinuation, TornLine } from './torn-character.js';
export { typeCommands } from './type-text.js';
export { unaliased } from './unaliased.js';
export { compareVersions, parseVersion, requireVersion, type TmuxVersion } from './version.js';
export type { PaneExit } from './wait-for-exit.js';
export { lastScreen, withScreen } from './wait-for-screen.js';
export type { Window } from './window.js';
