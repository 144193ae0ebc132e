/** What can be done with workers beside listing them, for `Workers`, which loads it when it is first needed. */
export { attachCommand } from './attach-command.js';
export { cleanWorker, cleanWorkers } from './clean-workers.js';
export { findWorker, liveWorker } from './find-worker.js';
export { interruptWorker } from './interrupt-worker.js';
export { killWorker } from './kill-worker.js';
export { lookAtActivity } from './look-at-activity.js';
export { killOrphan, killOrphans, orphanedSessions } from './orphaned-sessions.js';
export { readyWait } from './ready-wait.js';
export { respawnWorker } from './respawn-worker.js';
export { sendToWorker } from './send-to-worker.js';
export { spawnWorker } from './spawn-worker.js';
export { waitForWorker } from './wait-for-worker.js';
export { withLiveWorker } from './with-live-worker.js';
export { workerLogs } from './worker-logs.js';
