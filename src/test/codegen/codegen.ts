// `mux codegen`: a session with a program becomes a test.

export { driveSession, readDriven } from './drive-session.js';
export { planTest } from './plan-test.js';
export { proveTest } from './prove-test.js';
export { recordSession } from './record-session.js';
export type { Recording, SessionPlan } from './recording.js';
export { Secrets } from './secrets.js';
export { type CodegenRunner, writeTest } from './write-test.js';
