import { randomBytes } from 'node:crypto';
import { MuxError } from '../model/index.js';
import type { Tmux } from '../tmux/index.js';
import { STARTER_PREFIX } from './survey-sessions.js';

/**
 * Starts a tmux server if none is running. That needs a separate process, whose arguments are too limited for an
 * integrated shell; so the server starts with an idle session, which is removed on dispose. Concurrent callers
 * share one start.
 */
export async function startServer(tmux: Tmux): Promise<AsyncDisposable | undefined> {
  const underWay = starting.get(tmux);
  if (underWay !== undefined) {
    await underWay;
    return undefined;
  }
  const name = `${STARTER_PREFIX}${randomBytes(6).toString('hex')}`;
  const end = async (): Promise<void> => {
    await tmux.request([['kill-session', '-t', `=${name}`]]).catch(() => {});
  };
  const begun = start(tmux, name).finally(() => starting.delete(tmux));
  starting.set(tmux, begun);
  try {
    await begun;
  } catch (error) {
    await end();
    throw error;
  }
  return { [Symbol.asyncDispose]: end };
}

const starting = new WeakMap<Tmux, Promise<void>>();

async function start(tmux: Tmux, name: string): Promise<void> {
  await tmux.request([
    ['new-session', '-d', '-s', name, '--', 'exec sleep 30'],
    // Clients of other processes may be attached to it, and move on when it goes.
    ['set-option', '-t', `=${name}:`, 'detach-on-destroy', 'off'],
  ]);
  await tmux.open();
  if (tmux.mode === 'control') return;
  throw new MuxError(
    'CONTROL_MODE_REFUSED',
    `Chat sessions need control mode, which tmux on ${tmux.place} refuses.`,
    { suggestion: "See what tmux says to 'tmux -C attach' there." },
  );
}
