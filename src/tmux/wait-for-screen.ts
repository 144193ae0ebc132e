import { type CallOptions, Deadline, isMuxError, MuxError } from '../model/index.js';
import { type Screen, screenText } from '../screen/index.js';
import { endedError, watchChanges } from './changes.js';
import type { PaneSink } from './pane-events.js';

export interface Watchable {
  readonly id: string;
  screen(): Promise<Screen>;
  subscribe(sink: PaneSink): Promise<() => void>;
}

export const waitDefaults = Object.freeze({ timeoutMs: 30_000 });

/**
 * Looks at the screen, and again whenever the pane printed something, until it is accepted. While one look is under
 * way more output only makes for one more look, so that a flood costs no more than a trickle.
 */
export async function waitForScreen(
  pane: Watchable,
  accept: (screen: Screen) => boolean,
  what: string,
  options: CallOptions,
): Promise<Screen> {
  using deadline = new Deadline({ ...waitDefaults, ...options, what: `Waiting for ${what}` });
  let screen: Screen | undefined;
  try {
    screen = await deadline.race(pane.screen());
    if (accept(screen)) return screen;
    using changes = await watchChanges(pane, deadline);
    for (;;) {
      changes.reset();
      screen = await deadline.race(pane.screen());
      if (accept(screen)) return screen;
      if (changes.ended) throw endedError(changes.ended, pane.id, what);
      await deadline.race(changes.next());
    }
  } catch (error) {
    throw withScreen(error, screen ?? (await lastScreen(pane)));
  }
}

/** The screen for an error. The caller's time is up already: a server that hangs must not take more of it. */
export async function lastScreen(pane: Pick<Watchable, 'screen'>): Promise<Screen | undefined> {
  using deadline = new Deadline({ what: 'A last look', timeoutMs: LAST_LOOK_MS });
  return await deadline.race(pane.screen()).catch(() => undefined);
}

/** The same error, with what was on the screen when it happened. */
export function withScreen(error: unknown, screen: Screen | undefined): unknown {
  if (!isMuxError(error) || !screen) return error;
  const text = screenText(screen);
  return new MuxError(error.code, `${error.message}\nThe screen was:\n${text === '' ? '(empty)' : text}`, {
    suggestion: error.advice,
    details: { ...error.details, screen: text },
    cause: error,
  });
}

const LAST_LOOK_MS = 1_000;
