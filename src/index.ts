export {
  CommanderAvailability,
  type CommanderAvailabilityEvent,
  type CommanderAvailabilityOptions,
  type CommanderPane,
  type CommanderTarget,
} from './agents/availability/commander-availability.js';
export type {
  BridgeConfig,
  BridgeLog,
  BridgeLogEntry,
  CapturePaneOptions,
  SendKeysOptions,
  SendTextOptions,
  TmuxBridgeOptions,
} from './agents/bridge/bridge-options.js';
export {
  type BridgeResult,
  type CaptureResult,
  type DeliveryStatus,
  type Evidence,
  type Receipt,
  type SendResult,
  type TmuxBridgeErrorType,
  tmuxBridgeErrorTypes,
} from './agents/bridge/send-result.js';
export { type BridgeHealth, type CheckHealthOptions, TmuxBridge } from './agents/bridge/tmux-bridge.js';
export { type AgentsConfig, agentsDefaults } from './agents/config/agents-config.js';
export { type LoadConfigOptions, type LoadedConfig, loadConfig } from './agents/config/load-config.js';
export {
  type Conversation,
  type ConversationSource,
  conversationOf,
} from './agents/conversation/conversation-of.js';
export type { ConversationStream } from './agents/conversation/conversation-stream.js';
export type { ConversationEvent, Message, MessageRole } from './agents/conversation/message.js';
export {
  lastMessage,
  type ReadConversationOptions,
  readConversation,
} from './agents/conversation/read-conversation.js';
export { type ReplyOptions, replyBetween } from './agents/conversation/reply-between.js';
export {
  lastTranscriptMessage,
  type TranscriptMessages,
  type TranscriptMessagesOptions,
  transcriptMessages,
} from './agents/conversation/transcript-messages.js';
export {
  type WatchConversationOptions,
  watchConversation,
} from './agents/conversation/watch-conversation.js';
export type { HealthResult } from './agents/health/health-result.js';
export type { FileEdit } from './agents/hooks/edit-file.js';
export type { HookEvent } from './agents/hooks/hook-event.js';
export {
  HookReceiver,
  type HookReceiverOptions,
  type HookTrouble,
} from './agents/hooks/hook-receiver.js';
export {
  type CodexNotifyOptions,
  installCodexNotify,
  uninstallCodexNotify,
} from './agents/hooks/install-codex-notify.js';
export {
  type HooksEdit,
  type HooksOptions,
  installHooks,
  uninstallHooks,
} from './agents/hooks/install-hooks.js';
export { Agents } from './agents/registry/agents.js';
export type {
  AgentsEvents,
  AgentsOptions,
  AgentsServiceConfig,
  AgentsStartOptions,
  RegisterOptions,
} from './agents/registry/agents-options.js';
export type { RespondOptions, RespondResult } from './agents/registry/respond.js';
export type { AgentPrompt, AgentState, AgentVerdict, Transition } from './agents/status/agent-verdict.js';
export { AgentWatch, type AgentWatchEvents, type AgentWatchOptions } from './agents/status/agent-watch.js';
export type {
  FileEntry,
  FileSlice,
  Host,
  HostFiles,
  HostStream,
  OpenStreamOptions,
  ProgramResult,
  ReadFileOptions,
  RunProgramOptions,
  StreamEnd,
  WriteFileOptions,
} from './hosts/host.js';
export type { DockerOptions, HostOptions, SshOptions } from './hosts/host-options.js';
export { openHost } from './hosts/open-host.js';
export type { CallOptions } from './model/deadline.js';
export { type ErrorCode, errorCatalogue } from './model/error-catalogue.js';
export {
  type DockerAddress,
  formatHostAddress,
  type HostAddress,
  type KubernetesAddress,
  type LocalAddress,
  parseHostAddress,
  type SshAddress,
} from './model/host-address.js';
export { isMuxError, MuxError, type MuxErrorOptions } from './model/mux-error.js';
export type { OperationCall, Phrase } from './model/phrase.js';
export { Context, type ContextOptions } from './panes/context.js';
export { type AgentScreen, classifyScreen, type ScreenState } from './panes/profiles/classify-screen.js';
export type { ConversationRules, RowRule } from './panes/profiles/conversation-rules.js';
export {
  type LoadProfilesOptions,
  loadProfiles,
  type Profile,
  type ProfileFacts,
  profileFor,
} from './panes/profiles/profile.js';
export type { CastEvent, CastFormat, CastHeader } from './recorder/cast/cast-event.js';
export { type OpenCast, openCast } from './recorder/cast/cast-file.js';
export type { LogEntry } from './recorder/log-reader.js';
export { plainLine } from './recorder/plain-text.js';
export type { RedactionOptions } from './redaction/redaction-rules.js';
export { TmuxAutomation } from './runs/automation.js';
export type {
  AutomationConfig,
  AutomationOptions,
  StartOptions,
  StopOptions,
} from './runs/automation-options.js';
export type { HarvestResult, RunOptions, RunResult, Status } from './runs/automation-types.js';
export { claudeExtractor } from './runs/extractors/claude-extractor.js';
export { extract } from './runs/extractors/extract.js';
export type { ExtractedValue, ExtractedValues, Extractor } from './runs/extractors/extractor.js';
export { githubExtractor } from './runs/extractors/github-extractor.js';
export { claudeTokenFlow } from './runs/flows/claude-token-flow.js';
export type { Flow, FlowStep } from './runs/flows/flow.js';
export type { FlowEvent, FlowInput, FlowOptions, FlowResult } from './runs/flows/flow-options.js';
export { githubDeviceFlow } from './runs/flows/github-device-flow.js';
export { runFlow } from './runs/flows/run-flow.js';
export type { HarvestedLine, HarvestOptions, HarvestResult as Harvest } from './runs/harvest.js';
export { policyFor, policyOptions, type RetryPolicy, type RunPolicy } from './runs/policies.js';
export type { PruneReason, RetentionPolicy } from './runs/prune-plan.js';
export {
  type PrunedPane,
  type PrunedRun,
  type PruneOptions,
  type PruneResult,
  pruneRuns,
} from './runs/prune-runs.js';
export { type CastMoment, type CastScreen, castScreen } from './runs/recordings/cast-screen.js';
export type { RecordOptions } from './runs/recordings/record-options.js';
export { type RecordPaneOptions, recordPane } from './runs/recordings/record-pane.js';
export type { Recording, RecordingEndReason, RecordingResult } from './runs/recordings/recording.js';
export { type RecoveredRun, type Recovery, recoverRuns } from './runs/recover-runs.js';
export type { EndRunOptions, Run } from './runs/run.js';
export type { RunEvent, RunEventOptions } from './runs/run-events.js';
export type { AutomationId } from './runs/run-id.js';
export { runMetrics } from './runs/run-metrics.js';
export { type RunOptions as CommandOptions, runDefaults } from './runs/run-options.js';
export { type PolicyResult, type PolicyRunOptions, runWithPolicy } from './runs/run-with-policy.js';
export type { SendOptions } from './runs/send-input.js';
export type { ExecOptions, ExecResult } from './runs/shell/exec-options.js';
export { attachShell, type OpenShellOptions, openShell } from './runs/shell/open-shell.js';
export type { Shell } from './runs/shell/shell.js';
export type { ShellKind } from './runs/shell/shell-state.js';
export type {
  Confidence,
  FinishedStatus,
  RunningStatus,
  Status as RunStatus,
  StatusExplanation,
  StatusSignal,
  Verdict,
  VerdictSource,
  WaitingStatus,
} from './runs/status.js';
export type { InputBox } from './screen/input-box.js';
export type { Menu, MenuOption } from './screen/menu.js';
export { type Cursor, cursorLine, matchesText, type Screen, screenText } from './screen/screen.js';
export type { StyledScreen } from './screen/styled-screen.js';
export { extractVerificationSnippet } from './screen/verification-snippet.js';
export type { ChatSessionsConfig, CleanupOptions, TmuxManagerConfig } from './sessions/manager-options.js';
export type { CommandTemplate, RequestMetadata } from './sessions/prompt-command.js';
export type { DescribedSession, SendReceipt, TmuxSessionInfo } from './sessions/session-info.js';
export { TmuxManager } from './sessions/tmux-manager.js';
export type {
  AgentEvent,
  AgentEventRepository,
  AgentEventsSinceOptions,
  AgentEventType,
} from './store/agent-event-repository.js';
export type {
  AgentFilter,
  AgentPatch,
  AgentRecord,
  NewAgent,
  StoredAgentState,
} from './store/agent-record.js';
export type { AgentListOptions, AgentRepository } from './store/agent-repository.js';
export type {
  Credential,
  CredentialInfo,
  CredentialKey,
  CredentialRepository,
  NewCredential,
} from './store/credential-repository.js';
export type {
  EventRepository,
  EventsSinceOptions,
  RunEvent as StoredRunEvent,
  RunEventData,
  RunEventType,
} from './store/event-repository.js';
export type { MetricsRepository } from './store/metrics-repository.js';
export { type OpenStoreOptions, openStore } from './store/open-store.js';
export type { RunFilter, RunListOptions } from './store/run-filter.js';
export type {
  CommandTypeMetrics,
  DurationMetrics,
  ExitCodeCount,
  PromptCount,
  RunMetrics,
} from './store/run-metrics.js';
export type {
  NewRun,
  PatternText,
  RunEnding,
  RunFinish,
  RunLogFormat,
  RunPatch,
  RunRecord,
  RunState,
} from './store/run-record.js';
export type { RunPage, RunRepository } from './store/run-repository.js';
export type { SessionRecord, SessionRepository } from './store/session-repository.js';
export type { Store } from './store/store.js';
export type { NewTurn, TurnActor, TurnIntent, TurnRecord } from './store/turn-record.js';
export type { TurnListOptions, TurnRepository } from './store/turn-repository.js';
export type { Vault } from './store/vault.js';
export type {
  NewWorker,
  StoredWorkerState,
  TmuxInfo,
  WorkerCondition,
  WorkerExit,
  WorkerFilter,
  WorkerPatch,
  WorkerRecord,
  WorkerWorktree,
} from './store/worker-record.js';
export type { WorkerRepository } from './store/worker-repository.js';
export type { CaptureOptions } from './tmux/capture.js';
export type { RequestOptions } from './tmux/command-channel.js';
export { type ConnectOptions, connect } from './tmux/connect.js';
export type { HostTarget } from './tmux/connections.js';
export type { EnsureSessionOptions } from './tmux/create-session.js';
export type { Environment } from './tmux/environment.js';
export type { ServerIdentity } from './tmux/identify-server.js';
export type { PaneInfo, SessionInfo, WindowInfo } from './tmux/infos.js';
export type { LaunchOptions } from './tmux/launch.js';
export type { Notification } from './tmux/notification.js';
export type { Options } from './tmux/options.js';
export type { Pane, SplitOptions } from './tmux/pane.js';
export type { PaneCloseReason, PaneEvent, PaneGap, PaneGapReason, PaneSink } from './tmux/pane-events.js';
export type { PaneStream, PaneStreamOptions } from './tmux/pane-stream.js';
export type { PasteOptions } from './tmux/paste.js';
export { hasQuirk, type Quirk, type QuirkName, quirks } from './tmux/quirks.js';
export type { Argument, Command } from './tmux/quote.js';
export type { NewWindowOptions, Session } from './tmux/session.js';
export { Tmux, type TmuxEvents, type TmuxOptions } from './tmux/tmux.js';
export { tmuxPrefix } from './tmux/tmux-prefix.js';
export { compareVersions, parseVersion, type TmuxVersion } from './tmux/version.js';
export type { PaneExit } from './tmux/wait-for-exit.js';
export type { Window } from './tmux/window.js';
export type { StyledRun, TextStyle } from './vt/text-style.js';
export type { AttachCommand, AttachOptions } from './workers/attach-command.js';
export type { CleanOptions, CleanResult } from './workers/clean-workers.js';
export type { SessionEnd } from './workers/close-session.js';
export { defaultSessionName } from './workers/default-session-name.js';
export type { KillOptions, KillResult } from './workers/kill-worker.js';
export type { Activity, ActivityState } from './workers/look-at-activity.js';
export type { KillOrphanOptions, KillOrphansOptions, OrphanedSession } from './workers/orphaned-sessions.js';
export type { SocketTarget } from './workers/plain/at-socket.js';
export { capturePane } from './workers/plain/capture-pane.js';
export { createWindow } from './workers/plain/create-window.js';
export { ensureSession } from './workers/plain/ensure-session.js';
export { killSession } from './workers/plain/kill-session.js';
export { sendKeys } from './workers/plain/send-keys.js';
export { windowExists } from './workers/plain/window-exists.js';
export type { RespawnOptions } from './workers/respawn-worker.js';
export type { WorkerSendOptions, WorkerSendResult } from './workers/send-to-worker.js';
export { sessionHasOtherWorkers, type WorkersState } from './workers/session-has-other-workers.js';
export type { SurveyOptions } from './workers/survey-workers.js';
export type { WaitOptions, WaitResult } from './workers/wait-for-worker.js';
export type { Worker, WorkerState } from './workers/worker.js';
export type { LogsOptions, WorkerLines } from './workers/worker-logs.js';
export type { WorkerPlace } from './workers/worker-place.js';
export {
  type BroadcastResult,
  type PeekOptions,
  type WorkerSelection,
  type WorkerStatus,
  Workers,
} from './workers/workers.js';
export { workersDefaults } from './workers/workers-defaults.js';
export type {
  ReadyWait,
  SpawnOptions,
  WorkersConfig,
  WorkersOptions,
} from './workers/workers-options.js';
export type { WorktreeOptions } from './workers/worktree/add-worktree.js';
export type { RemovedWorktree } from './workers/worktree/remove-worktree.js';
export type { InitData } from './workspace/actions/init.js';
export type { KillData } from './workspace/actions/kill.js';
export type { LayoutData } from './workspace/actions/layout.js';
export type { ListData } from './workspace/actions/list.js';
export type { ReadData } from './workspace/actions/read-answer.js';
export type { RecordData } from './workspace/actions/record.js';
export type { SendData } from './workspace/actions/send.js';
export type { SendOutcome } from './workspace/actions/send-wait.js';
export type { SnapshotData } from './workspace/actions/snapshot.js';
export type { SplitData } from './workspace/actions/split.js';
export type { StatusData } from './workspace/actions/status.js';
export type { SyncData } from './workspace/actions/sync.js';
export type { WindowData } from './workspace/actions/window.js';
export {
  type Action,
  type ActionName,
  capabilityActions,
  type Parameter,
  type ParametersOf,
  type ParameterType,
} from './workspace/capability-actions.js';
export type {
  CapabilityFailure,
  CapabilityResponse,
  CapabilitySuccess,
} from './workspace/capability-response.js';
export type { GivenParameters } from './workspace/read-parameters.js';
export type { SavedLayout } from './workspace/saved-layouts.js';
export {
  type BrokenTag,
  type CapabilityTag,
  parseCapabilityTags,
  type ReadTag,
  type TagPlace,
} from './workspace/tags/parse-capability-tags.js';
export {
  type TagResponse,
  TmuxCapability,
  type TmuxCapabilityOptions,
} from './workspace/tmux-capability.js';
export type { WorkspaceConfig } from './workspace/workspace-config.js';
