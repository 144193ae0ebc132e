/** @experimental */
export type { TagResponse } from '../systems/index.js';
/** @experimental */
export {
  type Action,
  type ActionName,
  type BrokenTag,
  type CapabilityTag,
  capabilityActions,
  type GivenParameters,
  type InitData,
  type KillData,
  type LayoutData,
  type ListData,
  type Parameter,
  type ParametersOf,
  type ParameterType,
  parseCapabilityTags,
  type ReadData,
  type ReadTag,
  type RecordData,
  type SavedLayout,
  type SendData,
  type SendOutcome,
  type SnapshotData,
  type SplitData,
  type StatusData,
  type SyncData,
  type TagPlace,
  type WindowData,
  type WorkspaceConfig,
} from '../workspace/index.js';
/** @experimental */
export type {
  ExecuteOptions,
  ReadPaneOptions,
  SendCommandOptions,
  SplitPaneOptions,
} from '../workspace/workspace.js';
