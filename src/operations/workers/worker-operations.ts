import type { Operation } from '../operation.js';
import { workerAttach } from './worker-attach.js';
import { workerClean } from './worker-clean.js';
import { workerFollow } from './worker-follow.js';
import { workerEof, workerInterrupt } from './worker-keys.js';
import { workerKill } from './worker-kill.js';
import { workerList, workerStatus } from './worker-list.js';
import { workerLogs } from './worker-logs.js';
import { workerKillOrphans, workerOrphans } from './worker-orphans.js';
import { workerPeek } from './worker-peek.js';
import { workerRespawn } from './worker-respawn.js';
import { workerBroadcast, workerSend } from './worker-send.js';
import { workerSpawn } from './worker-spawn.js';
import { workerWait } from './worker-wait.js';

export const workerOperations: readonly Operation[] = [
  workerSpawn,
  workerList,
  workerStatus,
  workerPeek,
  workerSend,
  workerBroadcast,
  workerLogs,
  workerFollow,
  workerAttach,
  workerWait,
  workerInterrupt,
  workerEof,
  workerRespawn,
  workerKill,
  workerClean,
  workerOrphans,
  workerKillOrphans,
];
