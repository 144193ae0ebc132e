export { answersOf, giveAnswer, type SendAnswer, wasSentTo } from './answered.js';
export type { LeftProcess } from './close-pane.js';
export { claudeExtractor } from './extractors/claude-extractor.js';
export { extract } from './extractors/extract.js';
export type { ExtractedValue, ExtractedValues, Extractor } from './extractors/extractor.js';
export { githubExtractor } from './extractors/github-extractor.js';
export { claudeTokenFlow } from './flows/claude-token-flow.js';
export type { Flow, FlowStep } from './flows/flow.js';
export type { FlowEvent, FlowInput, FlowOptions, FlowResult } from './flows/flow-options.js';
export { githubDeviceFlow } from './flows/github-device-flow.js';
export { runFlow } from './flows/run-flow.js';
export {
  type HarvestedLine,
  type HarvestOptions,
  type HarvestResult,
  harvestFrom,
  oldestCursor,
} from './harvest.js';
export { HIDDEN_OPTION, hiddenTexts, rememberHidden } from './hidden-texts.js';
export { busyLeaders } from './idle-shells.js';
export { learnedRunSecrets, learnRunSecret } from './learned-secrets.js';
export type { RunTerminal, TerminalSink } from './live/run-terminal.js';
export { type PaneRules, paneStream, redactedLines, refreshSecrets } from './pane-rules.js';
export { patternText, toPattern } from './pattern-text.js';
export { policyFor, policyOptions, type RetryPolicy, type RunPolicy } from './policies.js';
export type { PruneReason, RetentionPolicy } from './prune-plan.js';
export {
  type PrunedPane,
  type PrunedRun,
  type PruneOptions,
  type PruneResult,
  pruneRuns,
} from './prune-runs.js';
export { readMoment } from './read-moment.js';
export { type CastMoment, type CastScreen, castScreen } from './recordings/cast-screen.js';
export { type EndedRecording, PaneRecording } from './recordings/pane-recording.js';
export type { RecordOptions } from './recordings/record-options.js';
export { type RecordPaneOptions, recordPane } from './recordings/record-pane.js';
export { recordInput } from './recordings/recorded-input.js';
export { RecordedOutput } from './recordings/recorded-output.js';
export { followRun } from './recordings/recorded-run.js';
export type { Recording, RecordingEndReason, RecordingResult } from './recordings/recording.js';
export { type RecoveredRun, type Recovery, recoverRuns } from './recover-runs.js';
export type { EndRunOptions, Run, RunResult } from './run.js';
export type { RunEvent, RunEventOptions } from './run-events.js';
export { type AutomationId, newRunId } from './run-id.js';
export { runMetrics } from './run-metrics.js';
export { RUN_OPTION, type RunNote } from './run-option.js';
export { checkRun, type RunOptions, runDefaults } from './run-options.js';
export { parseRunNote } from './run-panes.js';
export { type PolicyResult, type PolicyRunOptions, runWithPolicy } from './run-with-policy.js';
export type {
  InputOptions,
  OutputOptions,
  RunPlace,
  RunRecorder,
  RunsConfig,
  RunsOptions,
  StartOptions,
  StatusOptions,
  StopOptions,
} from './runs-options.js';
export { type SendOptions, sendInput } from './send-input.js';
export { shownCommand } from './shown-command.js';
export {
  type Confidence,
  type FinishedStatus,
  LOST_CODE,
  type RunningStatus,
  type Status,
  type StatusExplanation,
  type StatusSignal,
  type Verdict,
  type VerdictSource,
  type WaitingStatus,
} from './status.js';
export { targetPane } from './target-pane.js';
