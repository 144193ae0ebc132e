import { AsyncLocalStorage } from 'node:async_hooks';
import { sourceLine } from './source-line.js';

/** A part of a test that is under way, or was. */
export interface RunningStep {
  readonly name: string;
  readonly source: string | undefined;
  /** The step around it. */
  readonly parent: RunningStep | undefined;
  /** Whether it is an expectation that tries a block again, which messages do not name. */
  readonly isBlock: boolean;
  /** On the clock of `performance`. */
  readonly at: number;
  endAt?: number;
  failed?: boolean;
}

const running = new AsyncLocalStorage<RunningStep>();

/** The step that the caller is in. */
export function currentStep(): RunningStep | undefined {
  return running.getStore();
}

/** The names of the steps that the caller is in, from the outside. */
export function currentSteps(): readonly string[] {
  const names: string[] = [];
  for (let step = currentStep(); step; step = step.parent) if (!step.isBlock) names.unshift(step.name);
  return names;
}

/**
 * Gives a part of a test a name, which stands in messages and in the trace.
 *
 * @example
 * await step('open the menu', () => terminal.press('F9', 'Down', 'Enter'));
 */
export async function step<T>(name: string, body: () => T | Promise<T>): Promise<T> {
  return within({ name, isBlock: false }, body);
}

/** Runs something as a part of the test. */
export async function within<T>(
  { name, isBlock }: Pick<RunningStep, 'name' | 'isBlock'>,
  body: () => T | Promise<T>,
): Promise<T> {
  const parent = currentStep();
  const begun: RunningStep = { name, isBlock, parent, source: sourceLine(), at: performance.now() };
  try {
    return await running.run(begun, async () => body());
  } catch (error) {
    begun.failed = true;
    throw error;
  } finally {
    begun.endAt = performance.now();
  }
}
