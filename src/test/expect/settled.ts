import type { Look } from '../terminal/wait-until.js';

/** Whether a screen is what the program wants to show: it has ended, or waits, or nothing is known to run. */
export function isSettled({ exit, kernel }: Look): boolean {
  if (exit) return true;
  return kernel?.steady === true && kernel.state !== 'running';
}
