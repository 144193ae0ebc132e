import { codexNotify, hookEvents } from '../../agents/index.js';

/** The hooks that are understood, as they stand in an address: `session-start`. */
export const hookKinds: readonly string[] = [
  ...hookEvents.map((name) => name.replace(/(?<=[a-z])[A-Z]/g, '-$&').toLowerCase()),
  codexNotify,
];
