import type { CallOperation } from '../operations/index.js';

/** How much a model is given at once. Clients cut what is larger, or refuse it. */
export const mcpLimits = Object.freeze({
  /** Bytes of text where the call does not say. */
  defaultBytes: 16 * 1024,
  /** Bytes of text at most, whatever the call says. */
  maxBytes: 32 * 1024,
  /** Bytes of a whole answer as JSON. */
  answerBytes: 256 * 1024,
});

/** The input of a call with less text in its answer than other faces ask for; its cursor goes on from there. */
export function withinLimits(
  { input: { shape } }: CallOperation,
  input: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  if (!('maxBytes' in shape)) return input;
  const { maxBytes = mcpLimits.defaultBytes } = input;
  // What is no number is for the operation to refuse.
  return {
    ...input,
    maxBytes: typeof maxBytes === 'number' ? Math.min(maxBytes, mcpLimits.maxBytes) : maxBytes,
  };
}
