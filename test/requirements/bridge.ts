import type { Requirement } from './requirement.js';

/** Text delivered to an agent's terminal program, and proven submitted. */
export const bridge = Object.freeze({
  // sendText
  B1: {
    room: 'agents',
    promise:
      '`TmuxBridge` offers `sendText(paneId, text, options?)`, `sendKeys`, `checkHealth`, `capturePane`, `extractVerificationSnippet`, and reports failures as results with an `errorType` instead of throwing.',
  },
  B2: {
    room: 'agents',
    promise:
      '`sendText` delivers text as text (key names, quotes, `;`, newlines, Unicode), typed up to a few words and by bracketed paste beyond, and then presses Enter as a command of its own.',
  },
  B3: {
    room: 'agents',
    promise:
      'Enter follows the text once its echo or paste marker is seen; where none can be seen, after `base + floor(max(0, length − 200) / 10)` ms with `base` 120 by default (120 for 200 characters, 220 for 1,200).',
  },
  B4: {
    room: 'agents',
    promise: 'Delivery to an idle TUI is faster than that formula, whatever the length.',
  },
  B5: {
    room: 'agents',
    promise:
      "Sending returns a Receipt: `status` `submitted`, `queued` or `unconfirmed`, evidence, attempts, measured latency; `success` is `status !== 'unconfirmed'`.",
  },
  B6: {
    room: 'agents',
    promise:
      'Doubt never leads to a second paste, only Enter is repeated; calls to the same pane do not interleave.',
  },
  B7: {
    room: 'agents',
    promise:
      'The screen is checked before each key; in front of a permission or choice dialog `sendText` sends no text, Enter or Escape and reports the dialog, which `sendKeys` can answer.',
  },

  // Ghost text
  B8: {
    room: 'screen',
    promise:
      'Ghost text of autocompletion is told by SGR 2 (dim) or SGR 90 (dark gray) in the last 2–3 lines of a capture with attributes, and only in the input box at the caret: dim footers and placeholders do not count.',
  },
  B9: {
    room: 'agents',
    promise:
      'With `detectGhostText` (true by default), ghost text after typing is dismissed with Escape, then `clearDelayMs` (200 by default) passes before Enter.',
  },
  B10: {
    room: 'agents',
    promise: 'With `detectGhostText: false` there is neither that capture nor an Escape.',
  },

  // Enter verification
  B11: {
    room: 'agents',
    promise:
      '`verifyEnter` is true by default; false sends Enter once, checks nothing, and counts the missing proof as no failure.',
  },
  B12: {
    room: 'agents',
    promise:
      'For text from 40 characters on, a snippet of its tail (last non-empty line, 15 characters at least) is searched after Enter.',
  },
  B13: {
    room: 'agents',
    promise:
      'A snippet that is gone from the input box means that Enter was accepted; a collapsed paste, which never shows it, needs proof by program status, hook, or a screen that turned to working or queued.',
  },
  B14: {
    room: 'agents',
    promise: 'A snippet that is still in the input box means that Enter failed, and Enter is repeated.',
  },
  B15: {
    room: 'agents',
    promise:
      'For text under 40 characters, or without a usable snippet, a pane that changed with Enter means acceptance.',
  },
  B16: { room: 'agents', promise: 'An unchanged pane means that Enter failed, and Enter is repeated.' },
  B17: {
    room: 'agents',
    promise:
      'Before Enter is repeated, ghost text is dismissed with Escape and `clearDelayMs` waited, if there is any.',
  },
  B18: {
    room: 'agents',
    promise:
      'Enter is repeated `maxEnterRetries` (3 by default) times at most, so it is sent 4 times at most.',
  },
  B19: {
    room: 'agents',
    promise:
      'When no repetition helped, a redacted dump of the pane is logged and the result has `success: false`, `errorType: SEND_FAILED`, `status: unconfirmed`.',
  },

  // sendKeys and failures
  B20: {
    room: 'agents',
    promise:
      '`sendKeys(paneId, …keys)` presses keys: `Enter`, `Escape`, `Up`, `Down`, `C-c`, `C-u` and every other name that tmux has.',
  },
  B21: {
    room: 'agents',
    promise:
      'Keys go in order, `sequential_send_delay_ms` (150 ms) apart; with `verifyEnter` an Enter at the end is verified by a change of content.',
  },
  B22: { room: 'agents', promise: 'A pane that does not exist is `PANE_NOT_FOUND`, without delay.' },
  B23: { room: 'agents', promise: 'A host without `tmux` on its `PATH` is `TMUX_NOT_INSTALLED`.' },
  B24: {
    room: 'agents',
    promise:
      'A tmux command that outlasts the configured timeout (5 s by default) is `TIMEOUT`; a wedged server hangs no caller.',
  },
  B25: {
    room: 'agents',
    promise: '`capturePane` gives the content of the pane, and its escape sequences when asked.',
  },

  // Health
  B26: {
    room: 'agents',
    promise:
      '`checkHealth(paneId)` has `available: true` exactly when the pane exists anywhere on the server.',
  },
  B27: {
    room: 'agents',
    promise:
      'The same call has `running: true` exactly when the current command of the pane is `claude` or `node`.',
  },

  // Agent record and hooks
  B28: {
    room: 'store',
    promise: 'Agents have a `tmuxPaneId`, a string or null, in the column `tmux_pane_id`.',
  },
  B29: {
    room: 'agents',
    promise:
      '`itermPaneId` stands beside it and neither affects the other; only `tmuxPaneId` is used for delivery.',
  },
  B30: {
    room: 'agents',
    promise:
      'The hook script adds `$TMUX_PANE` as `tmux_pane` to the payload of every hook, and succeeds without it outside tmux.',
  },
  B31: {
    room: 'agents',
    promise:
      'A session-start hook with `tmux_pane` sets the `tmuxPaneId` of the agent, also over an older one, and registers the agent for availability.',
  },
  B32: {
    room: 'agents',
    promise: 'Other hooks with `tmux_pane` set it only where none is set, and then register the agent too.',
  },
  B33: {
    room: 'server',
    promise: '(server) Each kind of hook has an HTTP route that takes its payload and does this.',
  },

  // Respond
  B34: {
    room: 'server',
    promise:
      '(server) `POST /api/respond/<agent_id>` with `{ text }` delivers by `sendText(paneId, text, { verifyEnter: true })` to an agent that is AWAITING_INPUT and has a pane id.',
  },
  B35: {
    room: 'agents',
    promise: 'A successful response adds a Turn of actor USER, intent ANSWER, with the text.',
  },
  B36: {
    room: 'agents',
    promise: 'A successful response takes the agent from AWAITING_INPUT to PROCESSING.',
  },
  B37: {
    room: 'server',
    promise:
      '(server) A successful response sends the SSE event `state_changed`, with `turn_id` in the payload.',
  },
  B38: {
    room: 'server',
    promise:
      '(server) A successful response is a 200 with `{ status: "ok", agent_id, new_state, latency_ms }` and `new_state` `PROCESSING`.',
  },
  B39: {
    room: 'server',
    promise:
      '(server) With `mode: "other"` the option "Other" is chosen by `sendKeys` and the text follows by `sendText`, both with `verifyEnter: true`; if the keys fail no text is sent.',
  },
  B40: {
    room: 'server',
    promise: '(server) An agent with no pane id gives HTTP 400 and `error_type: "no_pane_id"`.',
  },
  B41: {
    room: 'server',
    promise:
      '(server) Path, request and response stay those of the predecessor; errors are `{ status: "error", error_type, message }`: 400 `missing_text` for empty text, 404 `agent_not_found`, 409 `wrong_state` when not AWAITING_INPUT, 503 without pane or tmux, 502 for other failed deliveries.',
  },
  B42: {
    room: 'server',
    promise:
      '(server) A delivery that failed adds no Turn and changes no state; an `unconfirmed` one is reported as that, with evidence, and not sent again.',
  },

  // Availability
  B43: {
    room: 'agents',
    promise: '`CommanderAvailability` goes by pane checks (`checkHealth`) and uses no sockets.',
  },
  B44: {
    room: 'server',
    promise:
      '(server) The SSE event `commander_availability` with `{ agent_id, available, timestamp }` is sent when availability changes, and only then.',
  },
  B45: {
    room: 'server',
    promise:
      '(server) Responses about availability (`GET /api/respond/<agent_id>/availability`) call it `commander_available`.',
  },
  B46: {
    room: 'agents',
    promise:
      'Every `health_check_interval` (30 s) all registered agents are checked with `checkHealth`, and one that fails does not stop the rest; a pane that closes is noticed at once by its event.',
  },
  B47: { room: 'agents', promise: 'A session-end hook takes the agent out of availability.' },
  B48: { room: 'agents', promise: '`tmuxPaneId` outlives the end of the session, for audit.' },

  // Configuration, wiring, errors
  B49: {
    room: 'agents',
    promise:
      '`tmux_bridge:` in `muxwright.yaml` sets `health_check_interval` (30 s), `subprocess_timeout` (5 s), `text_enter_delay_ms` (120, the base of the formula), `sequential_send_delay_ms` (150), which are the defaults as well.',
  },
  B50: {
    room: 'server',
    promise: '(server) The fastify instance has the bridge as decoration `tmuxBridge`.',
  },
  B51: {
    room: 'server',
    promise:
      '(server) The fastify instance has the tracker of availability as decoration `commanderAvailability`, a name kept for compatibility.',
  },
  B52: {
    room: 'agents',
    promise:
      '`TmuxBridgeErrorType`, in the place of `CommanderErrorType`, has exactly PANE_NOT_FOUND, TMUX_NOT_INSTALLED, SUBPROCESS_FAILED, NO_PANE_ID, TIMEOUT, SEND_FAILED, UNKNOWN, written in lower case on the wire (`no_pane_id`).',
  },
  B53: {
    room: 'agents',
    promise:
      'Each failure of a tmux operation is one of these: SUBPROCESS_FAILED where tmux refuses, NO_PANE_ID for an empty pane id, UNKNOWN for what nobody foresaw.',
  },

  // extractVerificationSnippet
  B54: {
    room: 'agents',
    promise:
      'From text of 40 characters or more the snippet is the last non-empty line, of which at most the last 60 characters.',
  },
  B55: {
    room: 'agents',
    promise:
      'A last non-empty line of fewer than 15 characters gives null, however long the text and its other lines.',
  },
  B56: { room: 'agents', promise: 'Text of fewer than 40 characters gives null.' },
  B57: { room: 'agents', promise: 'Text that is empty or only white space gives null, whatever its length.' },
} as const satisfies Readonly<Record<`B${number}`, Requirement>>);
