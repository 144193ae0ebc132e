import { printable } from '../style.js';

/** What outlives a run or a worker that was ended: a line for each process. */
export function remainsText(remains: readonly { pid: number; command: string }[] = []): string {
  return remains
    .map(({ pid, command }) => `\nStill running: ${printable(command)} (process ${pid})`)
    .join('');
}
