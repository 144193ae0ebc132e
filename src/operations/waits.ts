import type { Operation } from './operation.js';

/**
 * Whether a call waits for something that others do, so that it can be given up at any time. Text that is being
 * delivered is not given up halfway: that has a deadline, too, but is no wait.
 */
export function waits({ effect, input: { shape } }: Operation, input: unknown): boolean {
  // A workspace is asked to wait by a field of its own.
  const asked = (input as { readonly wait?: unknown } | null)?.wait;
  return 'waitMs' in shape || ('timeoutMs' in shape && effect === 'read') || asked !== undefined;
}
