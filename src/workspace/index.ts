export type { InitData } from './actions/init.js';
export type { KillData } from './actions/kill.js';
export type { LayoutData } from './actions/layout.js';
export type { ListData } from './actions/list.js';
export type { ReadData } from './actions/read-answer.js';
export type { RecordData } from './actions/record.js';
export type { SendData } from './actions/send.js';
export type { SendOutcome } from './actions/send-wait.js';
export type { SnapshotData } from './actions/snapshot.js';
export type { SplitData } from './actions/split.js';
export type { StatusData } from './actions/status.js';
export type { SyncData } from './actions/sync.js';
export type { WindowData } from './actions/window.js';
export {
  type Action,
  type ActionName,
  capabilityActions,
  type Parameter,
  type ParametersOf,
  type ParameterType,
} from './capability-actions.js';
export type { CapabilityFailure, CapabilityResponse, CapabilitySuccess } from './capability-response.js';
export { logFiles } from './panes/pane-recorder.js';
export { workspaceOptions } from './panes/workspace-options.js';
export type { GivenParameters } from './read-parameters.js';
export type { SavedLayout } from './saved-layouts.js';
export {
  type BrokenTag,
  type CapabilityTag,
  parseCapabilityTags,
  type ReadTag,
  type TagPlace,
} from './tags/parse-capability-tags.js';
export { type WorkspaceConfig, workspaceDefaults } from './workspace-config.js';
