/** One event of an agent, as its hook told it. */
export interface HookEvent {
  /** `SessionStart`, `UserPromptSubmit`, `Stop`. */
  readonly event: string;
  /** When the hook ran. */
  readonly at: Date;
  /** The agent's own word for its session. */
  readonly sessionId: string;
  /** `%3`, where the agent runs in tmux. */
  readonly tmuxPane: string | undefined;
  /** Path of the socket of that tmux. */
  readonly tmuxSocket: string | undefined;
  /** Process of that tmux server. */
  readonly tmuxServerPid: number | undefined;
  /** Process of the agent, as far as the hook saw it. */
  readonly agentPid: number | undefined;
  /** Name of the profile, where the hook is one that only that program has. */
  readonly profile: string | undefined;
  readonly cwd: string | undefined;
  /** How a session began: `startup`, `resume`, `clear`, `compact`. */
  readonly source: string | undefined;
  readonly prompt: string | undefined;
  readonly toolName: string | undefined;
  readonly toolInput: Readonly<Record<string, unknown>> | undefined;
  readonly message: string | undefined;
  /** `permission_prompt`, `idle_prompt`. */
  readonly notificationType: string | undefined;
  readonly lastAssistantMessage: string | undefined;
  /** Why a session ended. */
  readonly reason: string | undefined;
  /** Why a turn failed. */
  readonly error: string | undefined;
  /** Whether the payload was longer than what is kept of one. */
  readonly cut: boolean;
  /** The payload, with what the hook script added. */
  readonly raw: Readonly<Record<string, unknown>>;
}

/** Events that muxwright asks Claude Code for. */
export const hookEvents = Object.freeze([
  'SessionStart',
  'UserPromptSubmit',
  'PreToolUse',
  'PermissionRequest',
  'PostToolUse',
  'PostToolUseFailure',
  'Notification',
  'Stop',
  'StopFailure',
  'SubagentStop',
  'SessionEnd',
]);

/** What Codex calls its `notify` program with is told as this event. */
export const codexNotify = 'codex-notify';
