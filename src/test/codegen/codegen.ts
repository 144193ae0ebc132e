// `mux codegen`: a session with a program becomes a test.

export { driveSession, readDriven } from './drive-session.js';
export { planTest } from './plan-test.js';
export { type ProofOptions, type ProvenTest, proveTest } from './prove-test.js';
export { type RecordedSession, recordSession } from './record-session.js';
export type { Recording, SessionPlan } from './recording.js';
export { Secrets } from './secrets.js';
export { type CodegenRunner, writeTest } from './write-test.js';
