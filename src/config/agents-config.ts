/** How text and keys are sent to agents, and how often their panes are looked at. */
export interface AgentsConfig {
  /** `health_check_interval`: milliseconds between two checks of all registered agents. */
  readonly healthCheckIntervalMs: number;
  /** `subprocess_timeout`: milliseconds that one tmux command may take. */
  readonly subprocessTimeoutMs: number;
  /** `text_enter_delay_ms`: the base of the wait between text and Enter where no echo can be seen. */
  readonly textEnterDelayMs: number;
  /** `sequential_send_delay_ms`: the pause between two keys. */
  readonly sequentialSendDelayMs: number;
  /** `clear_delay_ms`: the pause after Escape, before Enter. */
  readonly clearDelayMs: number;
  /** `max_enter_retries`: how often Enter is pressed again. */
  readonly maxEnterRetries: number;
  /** `profiles`: folders with profiles of your own. */
  readonly profileFolders: readonly string[];
  /** `profiles` of a project's file: folders whose profiles may make sending more careful, and never less. */
  readonly projectProfileFolders?: readonly string[];
}

/** What counts where `muxwright.yaml` says nothing. */
export const agentsDefaults: AgentsConfig = Object.freeze({
  healthCheckIntervalMs: 30_000,
  subprocessTimeoutMs: 5_000,
  textEnterDelayMs: 120,
  sequentialSendDelayMs: 150,
  clearDelayMs: 200,
  maxEnterRetries: 3,
  profileFolders: Object.freeze([]),
});
