export { agentConversation } from './agents/agent-conversation.js';
export { agentHealth } from './agents/agent-health.js';
export { agentInstallHooks, agentUninstallHooks } from './agents/agent-hooks.js';
export { agentList } from './agents/agent-list.js';
export { agentRegister, agentRemove } from './agents/agent-register.js';
export { agentRespond } from './agents/agent-respond.js';
export { agentSend } from './agents/agent-send.js';
export { agentStatus } from './agents/agent-status.js';
export { agentTurns } from './agents/agent-turns.js';
export { bridgeErrorType } from './agents/bridge-error-type.js';
export { hookKinds } from './agents/hook-kinds.js';
export type { Audit } from './audit/audit.js';
export { auditList } from './audit/audit-list.js';
export type { RuntimeOptions } from './base-runtime.js';
export { defined } from './defined.js';
export { eventFilter } from './events/event-filter.js';
export { checkOutput, eventFollow } from './events/event-follow.js';
export { eventList } from './events/event-list.js';
export type { EventOutput } from './events/event-output.js';
export { type AttachArgv, attachArgv, handOver } from './foreground/attach-terminal.js';
export { type ForegroundOptions, type ForegroundRun, startForeground } from './foreground/foreground-run.js';
export { openLink } from './foreground/open-link.js';
export { endingOperations, everydayOperations } from './guide/everyday-operations.js';
export { guideSummary, guideText } from './guide/guide-text.js';
export {
  installSkill,
  type SkillChange,
  type SkillPlace,
  skillPlaces,
  uninstallSkill,
} from './guide/install-skill.js';
export { skillFile } from './guide/skill-file.js';
export type { CheckStatus, DoctorCheck } from './hosts/doctor/check.js';
export { type DoctorReport, doctor } from './hosts/doctor.js';
export { hostDoctor } from './hosts/host-doctor.js';
export { hostInfo } from './hosts/host-info.js';
export { hostList } from './hosts/host-list.js';
export { inboxList } from './inbox/inbox-list.js';
export { invoke, invokeStream } from './invoke.js';
export {
  type CallOperation,
  familyOf,
  type Operation,
  type OperationContext,
  type StreamOperation,
} from './operation.js';
export { operationWords } from './operation-words.js';
export { paneChoose, paneFill } from './panes/pane-elements.js';
export { paneExec } from './panes/pane-exec.js';
export { paneKeys } from './panes/pane-keys.js';
export { paneKill } from './panes/pane-kill.js';
export { paneList } from './panes/pane-list.js';
export { paneRead } from './panes/pane-read.js';
export { paneScreen } from './panes/pane-screen.js';
export { paneSend } from './panes/pane-send.js';
export { paneTree } from './panes/pane-tree.js';
export { paneWait } from './panes/pane-wait.js';
export { paneWatch } from './panes/pane-watch.js';
export type { PaneNode, SessionNode, SessionTree, WindowNode } from './panes/session-tree.js';
export type { ElementRole } from './panes/tree-fields.js';
export { type SessionsUpdate, watchSessions } from './panes/watch-sessions.js';
export { problem } from './problem.js';
export { confinementOf } from './reach/confinement-of.js';
export { outside } from './reach/current-confinement.js';
export { type Reach, reachOf, reachOfToken } from './reach/reach.js';
export { reachGiven } from './reach/reach-fields.js';
export { requirePlaces, requireReach } from './reach/require-reach.js';
export { readInput } from './read-input.js';
export { openRecordingFile } from './recordings/open-recording-file.js';
export { playRecording } from './recordings/play-recording.js';
export { recordHere } from './recordings/record-here.js';
export { recordingList } from './recordings/recording-list.js';
export { recordingPrune } from './recordings/recording-prune.js';
export { RecordingsUpkeep } from './recordings/recordings-upkeep.js';
export { writtenOnce } from './repeated-answer.js';
export { runComplete, runResume } from './runs/run-complete.js';
export { runEnd, runStop } from './runs/run-end.js';
export { runFollow } from './runs/run-follow.js';
export { runInput } from './runs/run-input.js';
export { runList } from './runs/run-list.js';
export { runMetrics } from './runs/run-metrics.js';
export { runOutput } from './runs/run-output.js';
export { runScrub } from './runs/run-scrub.js';
export { runStart } from './runs/run-start.js';
export { runExplain, runStatus } from './runs/run-status.js';
export { runPrune, runRecover } from './runs/run-upkeep.js';
export { runWait } from './runs/run-wait.js';
export { RunsUpkeep } from './runs/runs-upkeep.js';
export { Runtime } from './runtime.js';
export { sessionCleanup, sessionKill } from './sessions/session-kill.js';
export { sessionExists, sessionList } from './sessions/session-list.js';
export { sessionOpen } from './sessions/session-open.js';
export { sessionSend } from './sessions/session-send.js';
export { holdServerPlace, type ServerPlace } from './state/hold-server-place.js';
export type { StreamFrame, StreamRequest } from './streams/stream-frames.js';
export { knownAs } from './targets/known-as.js';
export { knownNames, type NameKind } from './targets/known-names.js';
export { runOfTarget } from './targets/run-of-target.js';
export type { TerminalFrame, TerminalMode, TerminalRequest } from './terminals/terminal-frames.js';
export type { JoinOptions, TerminalHub } from './terminals/terminal-hub.js';
export { terminalLimits } from './terminals/terminal-limits.js';
export type { TerminalViewer } from './terminals/terminal-viewer.js';
export { oneTimeCode } from './tokens/one-time-code.js';
export { ownerToken } from './tokens/owner-token.js';
export { allows, type Scope, scopeOf } from './tokens/scopes.js';
export { tokenCreate } from './tokens/token-create.js';
export { type LeaseHolder, TokenLeases } from './tokens/token-leases.js';
export { tokenLink } from './tokens/token-link.js';
export { tokenList } from './tokens/token-list.js';
export { tokenRefusal } from './tokens/token-refusal.js';
export { tokenRevoke } from './tokens/token-revoke.js';
export { type TokenKind, type Tokens, tokenIdOf } from './tokens/tokens.js';
export { Tour } from './tour/tour.js';
export { waits } from './waits.js';
export { workerAttach } from './workers/worker-attach.js';
export { workerClean } from './workers/worker-clean.js';
export { workerFollow } from './workers/worker-follow.js';
export { workerEof, workerInterrupt } from './workers/worker-keys.js';
export { workerKill } from './workers/worker-kill.js';
export { workerList, workerStatus } from './workers/worker-list.js';
export { workerLogs } from './workers/worker-logs.js';
export { workerKillOrphans, workerOrphans } from './workers/worker-orphans.js';
export { workerPeek } from './workers/worker-peek.js';
export { workerRespawn } from './workers/worker-respawn.js';
export { workerBroadcast, workerSend } from './workers/worker-send.js';
export { workerSpawn } from './workers/worker-spawn.js';
export { workerWait } from './workers/worker-wait.js';
export { workspaceCapability } from './workspace/workspace-capability.js';
