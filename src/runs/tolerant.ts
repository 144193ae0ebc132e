import { isMuxError } from '../model/index.js';

/** Does something with a run in the store. One that was pruned meanwhile has nothing to be written to. */
export async function tolerant<T>(
  work: () => Promise<T>,
  allowed: readonly ('RUN_NOT_FOUND' | 'CLOSED' | 'STORE_UNAVAILABLE')[] = ['RUN_NOT_FOUND'],
): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    if (isMuxError(error, ...allowed)) return undefined;
    throw error;
  }
}
