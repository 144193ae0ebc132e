import { vi } from 'vitest';
import type { Tmux } from '../../../src/tmux/tmux.js';

/** When keys were given to tmux, by our own clock: a busy program reads them when it can. */
export interface SentTimes extends Disposable {
  /** Of those commands that tmux carried out and that hold a word. */
  of(word: string): number[];
}

/**
 * For a test that is about what is done upon the echo: a program that nobody described gets only a moment for it, and on
 * a busy machine it may take longer.
 */
export const PATIENT_ECHO = { textEnterDelayMs: 3_600_000 } as const;

/** Listens to what a bridge has tmux send. */
export function sentTimes(tmux: Tmux): SentTimes {
  const sent: { readonly at: number; readonly commands: string }[] = [];
  const request = tmux.request.bind(tmux);
  const spy = vi.spyOn(tmux, 'request').mockImplementation(async (commands, options) => {
    const at = performance.now();
    const bodies = await request(commands, options);
    // What tmux answers where the condition for keys held.
    if (Buffer.concat(bodies).includes('muxwright-sent-'))
      sent.push({ at, commands: JSON.stringify(commands) });
    return bodies;
  });
  return {
    of: (word) => sent.filter(({ commands }) => commands.includes(word)).map(({ at }) => at),
    [Symbol.dispose]: () => spy.mockRestore(),
  };
}
