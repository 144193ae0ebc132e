/**
 * Every way muxwright can fail, in one table. `meaning` is what the code stands for in general; the message of a
 * thrown error says what is wrong with the value at hand. `exitCode` is what the command line ends with; what the server
 * answers is in `http-status.ts`.
 */
export const errorCatalogue = {
  INVALID_ADDRESS: { meaning: 'The host address cannot be understood.', exitCode: 2 },
  INVALID_ARGUMENT: { meaning: 'An argument or option has a value that cannot be used.', exitCode: 2 },
  INVALID_NAME: { meaning: 'A session, window or option name that tmux would change.', exitCode: 2 },
  UNKNOWN_KEY: { meaning: 'A key name that is unknown to tmux.', exitCode: 2 },
  PATTERN_NOT_TRANSLATABLE: {
    meaning: 'A redaction pattern uses a construct that the filter on the host does not support.',
    exitCode: 2,
  },
  PATTERN_NOT_LINEAR: {
    meaning: 'A pattern uses a construct, e.g. a lookahead, that cannot be matched in linear time.',
    exitCode: 2,
  },
  PATTERN_TOO_COSTLY: {
    meaning: 'Matching a pattern against this text would take too long.',
    exitCode: 1,
  },
  SOCKET_PATH_TOO_LONG: {
    meaning: 'The path of the tmux socket is longer than the system allows.',
    exitCode: 2,
  },
  HOST_UNREACHABLE: { meaning: 'The host did not answer, or refused the connection.', exitCode: 1 },
  HOST_ELSEWHERE: {
    meaning: 'The host can be reached only from another machine that shares the store.',
    exitCode: 1,
  },
  DOCKER_UNAVAILABLE: {
    meaning: 'The Docker engine does not answer, or access to it is denied.',
    exitCode: 1,
  },
  CONTAINER_NOT_FOUND: { meaning: 'No container of that name exists.', exitCode: 1 },
  CONTAINER_NOT_RUNNING: { meaning: 'The container exists but is not running.', exitCode: 1 },
  KUBECONFIG_INVALID: {
    meaning: 'A kubeconfig is missing, has a mistake, or needs something that is not supported.',
    exitCode: 2,
  },
  KUBECONFIG_COMMAND_REFUSED: {
    meaning: 'A kubeconfig names a command to get credentials from, and commands are not allowed.',
    exitCode: 1,
  },
  CLUSTER_UNREACHABLE: { meaning: 'The API server of a Kubernetes cluster does not answer.', exitCode: 1 },
  CLUSTER_FORBIDDEN: {
    meaning:
      'The Kubernetes cluster does not accept the credentials, or their role does not allow the request.',
    exitCode: 1,
  },
  POD_NOT_FOUND: { meaning: 'No pod of that name exists in the namespace.', exitCode: 1 },
  POD_NOT_READY: { meaning: 'The pod or its container is not running yet.', exitCode: 1 },
  POD_ENDED: {
    meaning: 'The pod or its container has ended, was evicted, or is being deleted.',
    exitCode: 1,
  },
  PROGRAM_NOT_FOUND: { meaning: 'A required program is not installed on the host.', exitCode: 1 },
  FILE_NOT_FOUND: { meaning: 'A file on the host does not exist.', exitCode: 1 },
  PERMISSION_DENIED: { meaning: 'The host refused access to a file, a socket or a program.', exitCode: 1 },
  HOST_IO_FAILED: { meaning: 'Reading or writing on the host failed.', exitCode: 1 },
  FILE_REFUSED: {
    meaning:
      'A file is a pipe, a device, a link or too large, or lies outside the folder that it has to be in.',
    exitCode: 1,
  },
  FOLDER_NOT_PRIVATE: {
    meaning: 'A folder of muxwright belongs to another user, or another user can write to it.',
    exitCode: 1,
  },
  OUTPUT_TOO_LARGE: { meaning: 'A program or a response produced more output than allowed.', exitCode: 1 },
  TMUX_NOT_INSTALLED: { meaning: 'The host has no tmux.', exitCode: 1 },
  TMUX_TOO_OLD: { meaning: 'The tmux of the host is older than 3.2.', exitCode: 1 },
  TMUX_COMMAND_FAILED: { meaning: 'tmux refused a command.', exitCode: 1 },
  COMMAND_TOO_LARGE: { meaning: 'A command line exceeds the limits of tmux.', exitCode: 2 },
  NO_SERVER: { meaning: 'No tmux server is running on the socket.', exitCode: 1 },
  SESSION_IN_USE: { meaning: 'The tmux session is used by a person or another program.', exitCode: 1 },
  SESSION_NOT_FOUND: { meaning: 'The tmux session does not exist.', exitCode: 1 },
  WINDOW_NOT_FOUND: { meaning: 'The tmux window does not exist.', exitCode: 1 },
  PANE_NOT_FOUND: { meaning: 'The tmux pane does not exist.', exitCode: 1 },
  PANE_DEAD: { meaning: 'The program of the pane has ended, so nothing can be sent to it.', exitCode: 1 },
  PANE_BUSY: { meaning: 'Another sender is typing into the pane, or its program is busy.', exitCode: 1 },
  PROGRAM_CHANGED: { meaning: 'The program in the foreground of the pane has changed.', exitCode: 1 },
  DIALOG_OPEN: {
    meaning: 'The program asks a question, so text sent to it could be taken as the answer.',
    exitCode: 1,
  },
  INPUT_NOT_EMPTY: { meaning: 'The input box of the program is not empty.', exitCode: 1 },
  INPUT_NOT_FOUND: { meaning: 'The screen of the program shows no input box.', exitCode: 1 },
  QUESTION_CHANGED: {
    meaning: 'The program now asks a different question than the one that the answer is for.',
    exitCode: 1,
  },
  SCREEN_CHANGED: { meaning: 'The screen has changed since the keys were chosen.', exitCode: 1 },
  LOCATOR_NOT_FOUND: { meaning: 'The locator matches nothing on the screen.', exitCode: 1 },
  LOCATOR_AMBIGUOUS: { meaning: 'The locator matches several places on the screen.', exitCode: 1 },
  MOUSE_OFF: { meaning: 'The program has not enabled mouse input.', exitCode: 1 },
  EXPECTATION_FAILED: { meaning: 'An expectation of a test about a terminal was not met.', exitCode: 1 },
  SNAPSHOT_INVALID: { meaning: 'A screen snapshot file is invalid.', exitCode: 1 },
  SEND_UNCONFIRMED: { meaning: 'Text was sent, but there is no proof that it was accepted.', exitCode: 1 },
  TEXT_MIXED: { meaning: 'The input box shows a different text than the one that was sent.', exitCode: 1 },
  TEXT_REFUSED: { meaning: 'The program rejected the text.', exitCode: 1 },
  KEY_REUSED: {
    meaning: 'The idempotency key was already used for a different text or target.',
    exitCode: 2,
  },
  TEXT_TOO_LONG: { meaning: 'The text exceeds the maximum length of one send.', exitCode: 2 },
  NO_ROOM: { meaning: 'The window is too small for another pane.', exitCode: 1 },
  CONTROL_MODE_REFUSED: { meaning: 'tmux refused control mode to this client.', exitCode: 1 },
  TARGET_NOT_FOUND: { meaning: 'The target matches no pane, run, worker or agent.', exitCode: 1 },
  TARGET_AMBIGUOUS: { meaning: 'The target is ambiguous.', exitCode: 1 },
  RUN_NOT_FOUND: { meaning: 'No run has this id.', exitCode: 1 },
  TRACE_INVALID: { meaning: 'A trace file of a test is invalid.', exitCode: 1 },
  RUN_ENDED: {
    meaning: 'The run has ended, so the awaited condition cannot be met, or no program reads the answer.',
    exitCode: 1,
  },
  COMMAND_NOT_RUN: {
    meaning: 'The command of a run was not started, because its input was not available.',
    exitCode: 1,
  },
  WORKER_NOT_FOUND: { meaning: 'No worker has this name.', exitCode: 1 },
  WORKER_EXISTS: { meaning: 'A worker with this name already exists.', exitCode: 1 },
  WORKER_RUNNING: { meaning: 'The worker must be stopped first.', exitCode: 1 },
  WORKER_STOPPED: { meaning: 'The program of the worker is not running.', exitCode: 1 },
  WORKER_STARTING: { meaning: 'The worker is still starting.', exitCode: 1 },
  NOT_A_REPOSITORY: {
    meaning: 'The folder is not in a git repository, so no worktree can be created.',
    exitCode: 1,
  },
  BRANCH_IN_USE: {
    meaning: 'The branch for a worktree already exists, or is checked out elsewhere.',
    exitCode: 1,
  },
  WORKTREE_NOT_CLEAN: {
    meaning: 'The worktree contains work that exists nowhere else, so it was not removed.',
    exitCode: 1,
  },
  WORKTREE_FAILED: { meaning: 'Creating or removing a worktree failed in git.', exitCode: 1 },
  SESSION_LIMIT_REACHED: {
    meaning: 'The host has reached the maximum number of chat sessions.',
    exitCode: 1,
  },
  SESSION_NAME_TAKEN: {
    meaning: 'A tmux session with this name exists, but does not belong to this chat.',
    exitCode: 1,
  },
  SESSIONS_DISABLED: { meaning: 'Chat sessions are switched off by ENABLE_TMUX_SESSIONS.', exitCode: 1 },
  AGENT_NOT_FOUND: { meaning: 'No agent has this id or name.', exitCode: 1 },
  AGENT_WRONG_STATE: { meaning: 'The agent is not waiting for an answer.', exitCode: 1 },
  AGENT_PANE_LOST: {
    meaning: 'The pane of the agent no longer exists, or another program runs in it.',
    exitCode: 1,
  },
  NO_PANE_ID: { meaning: 'The agent has no pane to send text to.', exitCode: 1 },
  NO_MENU: { meaning: 'The screen of the agent shows no options to choose from.', exitCode: 1 },
  OPTION_NOT_FOUND: { meaning: 'The menu on the screen has no such option.', exitCode: 1 },
  OPTION_NOT_CHOSEN: {
    meaning: 'An option could not be highlighted, or choosing it changed nothing.',
    exitCode: 1,
  },
  ELEMENT_NOT_FOUND: {
    meaning: 'The screen shows no such element, or its role is only a guess.',
    exitCode: 1,
  },
  ELEMENT_AMBIGUOUS: { meaning: 'Several elements of the screen fit a role and a name.', exitCode: 1 },
  ELEMENT_NOT_REACHED: {
    meaning: 'The focus could not be moved to the element, or acting on it had no visible effect.',
    exitCode: 1,
  },
  STALE_REF: {
    meaning: 'The element reference matches no element, or several, on the current screen.',
    exitCode: 1,
  },
  CONFIG_INVALID: { meaning: 'A configuration file is invalid.', exitCode: 2 },
  HOOKS_FILE_INVALID: { meaning: 'A settings file of an agent is invalid.', exitCode: 1 },
  FILE_NOT_OURS: {
    meaning: 'An existing file was written or changed by a person or another program.',
    exitCode: 1,
  },
  HOOK_IN_USE: {
    meaning: 'The settings of an agent already name another program for this hook.',
    exitCode: 1,
  },
  FLOW_FAILED: {
    meaning: 'The command of a flow failed, or did not print the expected value.',
    exitCode: 1,
  },
  FLOW_PROMPT_UNKNOWN: {
    meaning: 'The command of a flow asks a question that no step answers.',
    exitCode: 1,
  },
  FLOW_INPUT_MISSING: { meaning: 'A flow needs an input that was not given.', exitCode: 2 },
  CWD_NOT_FOUND: {
    meaning: 'The folder to run in does not exist on the host, or cannot be entered.',
    exitCode: 1,
  },
  PROFILE_INVALID: { meaning: 'The file of an agent profile is invalid.', exitCode: 2 },
  PROFILE_NOT_FOUND: { meaning: 'No profile has this name.', exitCode: 2 },
  CURSOR_OUT_OF_RANGE: { meaning: 'The cursor is outside of the log.', exitCode: 2 },
  LOG_ROTATED: { meaning: 'The requested part of the log was removed by log rotation.', exitCode: 1 },
  LOG_UNAVAILABLE: { meaning: 'The run has no readable log.', exitCode: 1 },
  LOG_FOLDER_UNUSABLE: { meaning: 'The log folder cannot be created or written to.', exitCode: 1 },
  FILE_EXISTS: { meaning: 'The file to write already exists.', exitCode: 1 },
  RECORDING_NOT_FOUND: { meaning: 'No recording has this id, or its file no longer exists.', exitCode: 1 },
  RECORDING_INVALID: { meaning: 'A file is not a valid recording.', exitCode: 1 },
  STORE_UNAVAILABLE: { meaning: 'The database cannot be opened, read or written.', exitCode: 1 },
  STORE_TOO_NEW: { meaning: 'The database was written by a newer muxwright.', exitCode: 1 },
  VAULT_KEY_MISSING: {
    meaning: 'The key of the encrypted values is missing, unreadable or wrong.',
    exitCode: 1,
  },
  SEALED_VALUE_DAMAGED: { meaning: 'An encrypted value was changed or is incomplete.', exitCode: 1 },
  SHELL_BUSY: { meaning: 'Another command is running in the shell.', exitCode: 1 },
  SHELL_LINE_IN_USE: { meaning: 'A person has typed something at the prompt of the shell.', exitCode: 1 },
  SHELL_NOT_INTEGRATED: {
    meaning: 'The program of the pane is not a shell that muxwright opened.',
    exitCode: 1,
  },
  CONNECTION_LOST: {
    meaning: 'The connection to tmux or to a host broke while a request was in flight.',
    exitCode: 1,
  },
  CLOSED: { meaning: 'The client, host or stream was already closed by its owner.', exitCode: 1 },
  TIMEOUT: { meaning: 'Something did not happen within its deadline.', exitCode: 124 },
  ABORTED: { meaning: 'The caller cancelled the operation.', exitCode: 130 },
  PROTOCOL_ERROR: {
    meaning: 'tmux or a Docker engine violated its protocol.',
    exitCode: 1,
  },
  UNAUTHENTICATED: { meaning: 'The request has no valid token or session.', exitCode: 1 },
  HOST_NOT_ALLOWED: { meaning: 'The caller may not reach this host.', exitCode: 1 },
  TARGET_NOT_ALLOWED: {
    meaning: 'The caller may not reach this session, pane, run, worker or agent.',
    exitCode: 1,
  },
  TOO_MANY_CONNECTIONS: {
    meaning: 'The token has reached the maximum number of open connections.',
    exitCode: 1,
  },
  TOO_MANY_STREAMS: { meaning: 'The token has reached the maximum number of streams.', exitCode: 1 },
  FORBIDDEN: {
    meaning: 'The caller is authenticated but not permitted to do this, or not from this origin.',
    exitCode: 1,
  },
  TOO_MANY_FAILURES: {
    meaning: 'Too many sign-in attempts failed; try again later.',
    exitCode: 1,
  },
  ROUTE_NOT_FOUND: { meaning: 'The server has nothing at that address.', exitCode: 1 },
  MCP_SESSION_NOT_FOUND: { meaning: 'The MCP session is unknown or has ended.', exitCode: 1 },
  MALFORMED_REQUEST: {
    meaning: 'The request cannot be read: it is not JSON, or not valid HTTP.',
    exitCode: 2,
  },
  REQUEST_TOO_LARGE: { meaning: 'The request body exceeds the limit of the server.', exitCode: 2 },
  UNSUPPORTED_MEDIA_TYPE: { meaning: 'The content type of the request body is not supported.', exitCode: 2 },
  TOKEN_NOT_FOUND: { meaning: 'No token has this id or name.', exitCode: 1 },
  SERVER_RUNNING: { meaning: 'Another server is using the same state folder.', exitCode: 1 },
  SERVER_NOT_STARTED: { meaning: 'The server cannot listen on the given address.', exitCode: 1 },
  INSECURE_BIND: {
    meaning: 'Listening on a non-loopback address requires TLS or --insecure.',
    exitCode: 2,
  },
  NO_BROWSER: { meaning: 'No browser could be started to open a link.', exitCode: 1 },
  OUTPUT_UNWRITABLE: { meaning: 'The output of a command cannot be written.', exitCode: 1 },
  INTERNAL_ERROR: { meaning: 'A bug in muxwright.', exitCode: 1 },
} as const satisfies Record<string, { readonly meaning: string; readonly exitCode: number }>;

/** A code of the catalogue, for example `PANE_NOT_FOUND`. */
export type ErrorCode = keyof typeof errorCatalogue;
