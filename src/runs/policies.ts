import { MuxError } from '../model/index.js';
import type { RunOptions } from './run-options.js';
import type { FinishedStatus } from './status.js';

/** How commands of one type are run. */
export interface RunPolicy
  extends Pick<RunOptions, 'timeoutMs' | 'graceMs' | 'maxLogBytes' | 'keepLogFiles' | 'interactive'> {
  /** The type exactly, or what it looks like. */
  readonly type: string | RegExp;
  readonly retry?: RetryPolicy;
}

/** When a command that failed is tried again. */
export interface RetryPolicy {
  /** How often it is tried at most, the first time included. */
  readonly attempts: number;
  /**
   * Milliseconds before the second try.
   * @default 1000
   */
  readonly backoffMs?: number;
  /**
   * By so much each wait is longer than the one before.
   * @default 2
   */
  readonly factor?: number;
  /**
   * The longest wait.
   * @default 60000
   */
  readonly maxBackoffMs?: number;
  /**
   * Exit codes after which it is tried again.
   * @default 1 to 128: a failure of its own, and not a signal, by which somebody may have ended it
   */
  readonly onCodes?: readonly number[] | ((code: number) => boolean);
  /**
   * Whether it is tried again when its time was up.
   * @default false
   */
  readonly onTimeout?: boolean;
}

const retryDefaults = Object.freeze({ backoffMs: 1_000, factor: 2, maxBackoffMs: 60_000, onTimeout: false });

/**
 * The first policy that is for this type of command.
 *
 * @example
 * const policies = [{ type: /^npm|yarn$/, timeoutMs: 600_000, retry: { attempts: 3 } }];
 * policyFor(policies, 'npm')?.timeoutMs; // 600000
 */
export function policyFor(policies: readonly RunPolicy[], type: string): RunPolicy | undefined {
  return policies.find((policy) => {
    return typeof policy.type === 'string' ? policy.type === type : type.search(policy.type) >= 0;
  });
}

/** A policy's part of the options of a run; what the caller asks for goes before it. */
export function policyOptions(policy: RunPolicy | undefined): RunOptions {
  const { type, retry, ...options } = policy ?? { type: '' };
  return options;
}

/** Whether a run that ended like this is tried again, if it may be. Of one that was lost nobody knows what it did. */
export function isRetried(retry: RetryPolicy, status: FinishedStatus): boolean {
  const { onCodes, onTimeout = retryDefaults.onTimeout } = retry;
  if (status.lost) return false;
  if (status.timedOut) return onTimeout;
  if (typeof onCodes === 'function') return onCodes(status.code);
  return onCodes ? onCodes.includes(status.code) : status.code >= 1 && status.code <= 128;
}

/** Milliseconds to wait after the given try, 1 for the first, has failed. */
export function retryDelay(retry: RetryPolicy, attempt: number): number {
  const { backoffMs, factor, maxBackoffMs } = { ...retryDefaults, ...retry };
  return Math.min(backoffMs * factor ** (attempt - 1), maxBackoffMs);
}

/** Refuses a policy that could not work, before anything has happened. */
export function checkRetry(retry: RetryPolicy): void {
  const { attempts, backoffMs, factor, maxBackoffMs } = { ...retryDefaults, ...retry };
  if (!(Number.isSafeInteger(attempts) && attempts >= 1)) throw invalid('attempts', attempts, 'from 1 on');
  // The longest that a timer of Node can wait.
  if (!(maxBackoffMs >= 0 && maxBackoffMs < 2 ** 31))
    throw invalid('maxBackoffMs', maxBackoffMs, 'from 0 on');
  if (!(backoffMs >= 0)) throw invalid('backoffMs', backoffMs, 'from 0 on');
  if (!(factor >= 1)) throw invalid('factor', factor, 'from 1 on');
}

function invalid(key: string, value: number, range: string): MuxError {
  return new MuxError('INVALID_ARGUMENT', `${key} of a retry policy is ${value}.`, {
    suggestion: `Give a number ${range}.`,
  });
}
