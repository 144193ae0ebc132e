import type { Operation } from '../operation.js';
import { sessionCleanup, sessionKill } from './session-kill.js';
import { sessionExists, sessionList } from './session-list.js';
import { sessionOpen } from './session-open.js';
import { sessionSend } from './session-send.js';

export const sessionOperations: readonly Operation[] = [
  sessionOpen,
  sessionSend,
  sessionList,
  sessionExists,
  sessionKill,
  sessionCleanup,
];
