import { AsyncLocalStorage } from 'node:async_hooks';

const running = new AsyncLocalStorage<readonly string[]>();

/** The steps that the caller is in, from the outside. */
export function currentSteps(): readonly string[] {
  return running.getStore() ?? [];
}

/**
 * Gives a part of a test a name, which stands in messages.
 *
 * @example
 * await step('open the menu', () => terminal.press('F9', 'Down', 'Enter'));
 */
export async function step<T>(name: string, body: () => T | Promise<T>): Promise<T> {
  return running.run([...currentSteps(), name], async () => body());
}
