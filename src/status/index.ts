export type { AgentPrompt, AgentState, AgentVerdict, Transition } from './agent-verdict.js';
export { AgentWatch, type AgentWatchEvents, type AgentWatchOptions } from './agent-watch.js';
export { checkHealth, checkHealthOf } from './health/check-health.js';
export type { HealthResult } from './health/health-result.js';
export { hookStatement } from './hook-statement.js';
export type { ProgramSignal } from './program-signal.js';
export { readSignals } from './read-signals.js';
export type { HookSignal, SignalSource } from './signal-source.js';
