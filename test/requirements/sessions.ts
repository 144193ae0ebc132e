import type { Requirement } from './requirement.js';

/** One persistent session for each workspace and chat. */
export const sessions = Object.freeze({
  // Lifecycle
  M1: {
    room: 'sessions',
    promise:
      'The root exports `TmuxManager` with the asynchronous `getOrCreateSession(host, workspace, chatId)`, `sendToSession(host, sessionName, prompt, { requestId, chatId, workspace })`, `sessionExists(host, sessionName)`, `listSessions(host)`, `killSession(host, sessionName)`, `cleanupIdleSessions()`.',
  },
  M2: {
    room: 'sessions',
    promise:
      '`new TmuxManager()` takes nothing, or `{ maxSessionsPerContainer?, sessionIdleTimeoutMs? }` beside the common `{ store, config, clock }`.',
  },
  M3: {
    room: 'sessions',
    promise:
      '`getOrCreateSession` makes a detached session in the container and returns its name, which `sessionExists` and `listSessions` then know (test 1).',
  },
  M4: {
    room: 'sessions',
    promise:
      'A session that exists is returned and left running, not made again: two calls, one name (test 2).',
  },
  M5: {
    room: 'sessions',
    promise: 'Callers and processes that ask at the same moment get one session and one name.',
  },
  M6: {
    room: 'sessions',
    promise: '`chatId` is a string or a number, and `123` means the session of `"123"`.',
  },
  M7: {
    room: 'sessions',
    promise: '`sessionExists` is true for a live session of exactly that name, and not for a prefix.',
  },
  M8: {
    room: 'sessions',
    promise: '`killSession` ends a session with its processes and forgets it; one that is gone is no error.',
  },

  // Names
  M9: {
    room: 'sessions',
    promise:
      'Names are `claude-{workspace}-{chatId}`: `claude-cc-bridge-123456789` for `cc-bridge` and `123456789`, `claude-myproject-987654321` for `myproject` and `987654321`.',
  },
  M10: { room: 'sessions', promise: 'A pair has the same name in every process.' },
  M11: {
    room: 'sessions',
    promise:
      'No two pairs share a name: plain names stay plain, and a short hash is added where two pairs could meet (`a-b` + `c`, `a` + `b-c`) or tmux forbids a character (`.`, `:`).',
  },

  // Sending
  M12: {
    room: 'sessions',
    promise:
      '`sendToSession` rejects with `Session <name> does not exist`, and sends nothing, where there is none.',
  },
  M13: {
    room: 'sessions',
    promise:
      "The session runs `claude -p <prompt>` with Enter; `'Hello Claude!'` with `{ requestId: 'req-001', chatId: '123', workspace: 'cc-bridge' }` resolves (test 3).",
  },
  M14: {
    room: 'sessions',
    promise:
      'That `claude` and its Stop hook have `REQUEST_ID`, `CHAT_ID` and `WORKSPACE_NAME` of the metadata in their environment.',
  },
  M15: {
    room: 'sessions',
    promise:
      'These are assignments before the command, so that a request sees only its own, and are quoted for a POSIX shell, so that no value can inject a command.',
  },
  M16: {
    room: 'sessions',
    promise:
      '`claude` gets the prompt as one argument, byte for byte: both kinds of quotes, `$variables`, backticks, newlines (test 4), backslashes, `!`, a leading `-`.',
  },
  M17: {
    room: 'sessions',
    promise:
      'A prompt of several lines stays one prompt with its newlines, and no line of it runs by itself.',
  },
  M18: { room: 'sessions', promise: 'A send updates `lastUsedAt`, unless it fails.' },
  M19: {
    room: 'sessions',
    promise: '`sendToSession` resolves with a Receipt that has the `requestId` and may be ignored.',
  },
  M20: {
    room: 'sessions',
    promise:
      'Sending is atomic: prompts sent to a session at once (test 6: three) all resolve, do not interleave, and run exactly once, whole and in the order of the calls, also from several processes.',
  },

  // Metadata and discovery
  M21: {
    room: 'sessions',
    promise:
      '`TmuxSessionInfo` is `{ sessionName, workspace, chatId, createdAt: Date, lastUsedAt: Date, containerId }`, with the host as `containerId`.',
  },
  M22: {
    room: 'sessions',
    promise: '`createdAt` is the time of creation, and neither reuse nor restart changes it.',
  },
  M23: {
    room: 'sessions',
    promise:
      '`listSessions` returns the names of all tmux sessions that are active on the host, and an empty list for none or no server.',
  },
  M24: {
    room: 'sessions',
    promise:
      'Workspace and chat id of a session are known, also when an earlier process made it or the name alone would be ambiguous.',
  },
  M25: {
    room: 'sessions',
    promise: 'Orphaned sessions, those with no recent activity, are detected and told apart.',
  },
  M26: {
    room: 'sessions',
    promise:
      'After a restart sessions and their times are found again, by user options in tmux and in the store (SQLite).',
  },

  // Limits and cleanup
  M27: {
    room: 'sessions',
    promise:
      '`maxSessionsPerContainer` is 10 by default: the 11th is refused with an error of the catalogue and a suggestion, one of the 10 can be reused, simultaneous creation does not exceed the limit, and a kill makes room.',
  },
  M28: { room: 'sessions', promise: "Only sessions of this manager's kind count, not those of a person." },
  M29: {
    room: 'sessions',
    promise:
      '`cleanupIdleSessions` kills the managed sessions that were not used within `sessionIdleTimeoutMs` (30 minutes by default), on all known hosts, and returns their number; fresh and foreign ones stay (test 5: timeout 1000 ms, wait 1500 ms, returns 1, session gone).',
  },
  M30: { room: 'sessions', promise: 'The cleanup goes on past a host that cannot be reached.' },

  // Errors
  M31: {
    room: 'sessions',
    promise:
      "For a container that does not exist the message contains `Container not found` (test 7: `getOrCreateSession('invalid-container', 'test', '123')`).",
  },
  M32: {
    room: 'sessions',
    promise: 'When a tmux command fails the call rejects with the reason, and nothing half-made is tracked.',
  },
  M33: {
    room: 'sessions',
    promise:
      'A session that died (killed outside, container restarted) is noticed: `sessionExists` is false, sending rejects, `getOrCreateSession` makes it anew with the same name.',
  },
  M34: {
    room: 'sessions',
    promise:
      'A container without tmux and a Docker that does not answer are clear errors that say which of them it is.',
  },

  // Rollback, success metrics
  M35: {
    room: 'sessions',
    promise:
      'With `ENABLE_TMUX_SESSIONS=false` the calls fail with an error that names this flag and nothing is created; all other rooms work, and a one-shot execution is possible as an ordinary run.',
  },
  M36: {
    room: 'sessions',
    promise: 'A session is created in less than 500 ms; the budget in Docker is 100 ms.',
  },
  M37: { room: 'sessions', promise: 'A send takes less than 100 ms; the budget in Docker is 10 ms.' },
  M38: {
    room: 'sessions',
    promise: 'No set of pairs, as generated by a property test, has two equal names.',
  },
  M39: {
    room: 'sessions',
    promise: 'Of a few hundred creations, simultaneous ones among them, fewer than 1 % fail.',
  },
  M40: {
    room: 'sessions',
    promise:
      'Nothing leaks: entries vanish when their session is killed, cleaned up or found dead, and memory stays flat over thousands of cycles of create and kill.',
  },
} as const satisfies Readonly<Record<`M${number}`, Requirement>>);
