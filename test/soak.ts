/** Whether tests are to do a thing as often as was promised, and not only as often as shows a mistake. */
export const soak = process.env.MUXWRIGHT_SOAK === '1';

/** The small number, or with `MUXWRIGHT_SOAK=1` the full one. */
export function sized(small: number, full: number): number {
  return soak ? full : small;
}
