import { judgeTerminal } from '../../hosts/waiting/judge-terminal.js';
import { probeTerminal } from '../../hosts/waiting/probe-terminal.js';
import { bridgeDefaults } from './bridge-options.js';
import type { Delivery } from './delivery.js';
import type { Look, PaneView } from './pane-view.js';
import { programChanged, withoutDialog } from './send-safely.js';

/** The kernel tells nobody when a program begins to read: it is asked again after ever longer pauses. */
const FIRST_PAUSE_MS = 10;
const LONGEST_PAUSE_MS = 160;

/**
 * Waits until somebody reads the terminal of a program of which nothing is known and that shows no place for text. A
 * terminal by itself shows what is typed, and goes on to the next line at Enter: where nobody reads, what looks as if
 * it had been taken may be taken by nobody, or by a program that still starts and forgets Enter.
 */
export async function waitForReader(view: PaneView, delivery: Delivery, first: Look): Promise<Look> {
  const until = performance.now() + bridgeDefaults.readerWaitMs;
  let look = first;
  for (let pauseMs = FIRST_PAUSE_MS; isBlind(view, look); pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS)) {
    if (await mayBeRead(view)) return look;
    if (performance.now() >= until) {
      delivery.isUnread = true;
      delivery.add('kernel', 'nobody reads the terminal, which keeps what is typed');
      return look;
    }
    await view.wait(pauseMs);
    look = await withoutDialog(view, await view.look());
  }
  return look;
}

/** Whether the screen says nothing about who takes text. */
function isBlind({ profile }: PaneView, { agent }: Look): boolean {
  return profile.name === 'generic' && !agent.input;
}

/** Where the kernel does not tell, it may be. */
async function mayBeRead(view: PaneView): Promise<boolean> {
  const { pane, deadline } = view;
  const { pid, command } = await deadline.race(pane.info());
  if (command !== view.command) throw programChanged(pane.id, view.command, command);
  try {
    const { state, confidence } = judgeTerminal(await deadline.race(probeTerminal(view.host, pid)));
    return state !== 'running' || confidence === 'guess';
  } catch (error) {
    if (deadline.error) throw error;
    return true;
  }
}
