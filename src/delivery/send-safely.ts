import { callOf, MuxError, phrase } from '../model/index.js';
import { type Command, rowConditions } from '../tmux/index.js';
import { dialogSigns } from './dialog-guard.js';
import { isDialog } from './judge-enter.js';
import type { Held, PaneTalk } from './pane-talk.js';
import type { Look, PaneView } from './pane-view.js';

export interface SendSafelyOptions {
  /** A look that was just taken. */
  readonly look?: Look;
  /** What we have put into the input box. */
  readonly ownText?: string;
  /** Throws where a look is not one that keys may be sent upon. */
  readonly check?: (look: Look) => void;
  /** Rows that must be what they were seen to be, in the moment of sending. */
  readonly rows?: (look: Look) => readonly number[];
  /** Told before keys may go, and when they did not: if the answer is lost, nobody knows. */
  readonly isSending?: (is: boolean) => void;
}

/** How often the screen may have changed between the look and the keys; and how often also where the cursor was. */
const MOST_TRIES = 12;
const STRICT_TRIES = 6;

/**
 * Sends keys to the input box of a program and to nothing else: they go only if no dialog is in front, and tmux checks
 * in the moment of sending that the screen is still what was looked at. Resolves with the look they were sent upon.
 */
export async function sendSafely(
  talk: PaneTalk,
  commands: readonly Command[],
  options: SendSafelyOptions = {},
): Promise<Look> {
  let look = options.look;
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    look ??= await talk.look();
    if (talk.isBlocked) throw dialogError(talk.pane.id, look);
    look = await withoutDialog(talk, look, options.ownText);
    options.check?.(look);
    const { screen } = look;
    options.isSending?.(true);
    const held = await talk.send(
      {
        command: talk.command,
        signs: dialogSigns(talk.profile, look),
        ...(tries < STRICT_TRIES && { cursor: screen.cursor }),
        ...(options.rows && { holds: rowConditions(screen, options.rows(look)) }),
        ...(look.agent.input?.text && { shows: screen.rows[look.agent.input.caret.y] ?? '' }),
      },
      commands,
    );
    if (!held) return look;
    options.isSending?.(false);
    await dealWith(held, talk);
    look = undefined;
  }
  throw new MuxError(
    'SCREEN_CHANGED',
    `The screen of pane ${talk.pane.id} changed too fast to type into it safely.`,
    {
      suggestion: 'Try again when the program is quieter.',
    },
  );
}

async function dealWith(held: Held, talk: PaneTalk): Promise<void> {
  const { id } = talk.pane;
  if (!held.ours) throw lostPane(id);
  if (held.command !== talk.command) throw programChanged(id, talk.command, held.command);
  if (held.inMode) await talk.leaveMode();
}

export function programChanged(pane: string, before: string, now: string): MuxError {
  return new MuxError('PROGRAM_CHANGED', `Pane ${pane} ran '${before}' and runs '${now}' now.`, {
    suggestion: 'The program may have ended: look at what it printed, and start it again.',
    details: { before, now },
  });
}

export function lostPane(pane: string): MuxError {
  return new MuxError(
    'PANE_BUSY',
    `Another process took over pane ${pane}, because this process did not renew its lock.`,
  );
}

/**
 * A look without a dialog. What would refuse a call must stay: a screen that is half painted may look like anything for
 * a moment.
 */
export async function withoutDialog(view: PaneView, first: Look, ownText?: string): Promise<Look> {
  let look = first;
  for (let seen = 1; isDialog(look, ownText); seen++) {
    if (seen === LOOKS) throw dialogError(view.pane.id, look);
    await view.wait(REPAINT_MS);
    look = await view.look();
  }
  return look;
}

const LOOKS = 3;
const REPAINT_MS = 40;

function dialogError(pane: string, look: Look): MuxError {
  const { evidence, menu } = look.agent;
  return new MuxError('DIALOG_OPEN', `The program in pane ${pane} asks a question: ${evidence}`, {
    suggestion: phrase`Answer it with ${callOf('pane.keys', { target: pane }, 'sendKeys()')} first.`,
    details: { ...(menu && { title: menu.title, options: menu.options.map(({ label }) => label) }) },
  });
}
