import { z } from 'zod';

/** Fields that many operations have, with one description each. */
export const hostField = z
  .string()
  .min(1)
  .max(1000)
  .default('local')
  .describe('local, docker://NAME or ssh://user@host:port, each with ?socket=NAME.');

export const targetField = z
  .string()
  .min(1)
  .max(1000)
  .describe('Pane id (%7), SESSION:WINDOW.PANE, or id or name of a run, worker or agent.');

/** Where a target is looked for; runs, workers and agents are known with their hosts. */
export const targetHostField = z
  .string()
  .min(1)
  .max(1000)
  .optional()
  .describe('Host of a pane id or tmux target (default: local).');

export const timeoutField = z
  .number()
  .int()
  .min(0)
  .max(24 * 3_600_000)
  .describe('Time limit in milliseconds.');

/** How much of a text one answer holds. */
export const maxBytesField = z
  .number()
  .int()
  .min(1_000)
  .max(1024 * 1024)
  .default(64 * 1024)
  .describe('Maximum bytes of text in the result.');

/** The log of a run is not whole. */
export const faultField = z
  .string()
  .optional()
  .describe('Why output is missing from the log, e.g. ENOSPC if it could not be written for some time.');

/** The start of a log is gone. */
export const missingBytesField = z
  .number()
  .optional()
  .describe('Bytes before these lines that were removed by log rotation.');

/** A moment as JSON has it. */
export const timeField = z.iso.datetime();

/** `2026-11-16T09:00:00.000Z` */
export function time(date: Date): string {
  return date.toISOString();
}
