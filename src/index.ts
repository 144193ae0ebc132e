/** @stable */
export {
  type AgentsOptions,
  CommanderAvailability,
  type CommanderAvailabilityEvent,
  type RegisterOptions,
  type RespondOptions,
  type RespondResult,
} from './agents/index.js';
/** @stable */
export { Agents } from './agents/registry/agents.js';
/** @stable */
export type { DeliveryStatus, Receipt, SendResult, SendTextOptions } from './delivery/index.js';
/** @stable */
export { type ErrorCode, type HostAddress, isMuxError, MuxError } from './model/index.js';
/** @stable */
export { type Mux, type MuxOptions, openMux } from './operations/open-mux.js';
/** @experimental */
export { Context, type ContextOptions } from './panes/index.js';
/** @stable */
export type { AutomationId, Run, RunEvent, RunPlace, RunsOptions, StartOptions } from './runs/index.js';
/** @stable */
export { Runs } from './runs/runs.js';
/** @stable */
export { cursorLine, type Screen, screenText } from './screen/index.js';
/** @stable */
export { ChatSessions } from './sessions/chat-sessions.js';
/** @stable */
export type {
  ChatSessionsOptions,
  DescribedSession,
  RequestMetadata,
  SendReceipt,
  TmuxSessionInfo,
} from './sessions/index.js';
/** @stable */
export type { AgentRecord, TmuxInfo } from './store/index.js';
/** @stable */
export type { HarvestResult, RunOptions, RunResult, Status } from './systems/automation-types.js';
/** @stable */
export {
  TmuxAutomation,
  TmuxBridge,
  type TmuxBridgeOptions,
  TmuxCapability,
  type TmuxCapabilityOptions,
  TmuxManager,
  type TmuxManagerConfig,
} from './systems/index.js';
/** @stable */
export {
  type ConnectOptions,
  connect,
  type HostTarget,
  type Pane,
  type PaneEvent,
  type Session,
  Tmux,
  type Window,
} from './tmux/index.js';
/** @stable */
export {
  capturePane,
  createWindow,
  defaultSessionName,
  ensureSession,
  killSession,
  type ReadyWait,
  type SpawnOptions,
  sendKeys,
  sessionHasOtherWorkers,
  type WaitOptions,
  type WaitResult,
  type Worker,
  type WorkersOptions,
  windowExists,
} from './workers/index.js';
/** @stable */
export { Workers } from './workers/workers.js';
/** @stable */
export type { CapabilityFailure, CapabilityResponse, CapabilitySuccess } from './workspace/index.js';
/** @stable */
export { Workspace, type WorkspaceOptions } from './workspace/workspace.js';
