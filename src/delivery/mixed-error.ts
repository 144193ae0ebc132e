import { MuxError } from '../model/index.js';
import type { Delivery } from './delivery.js';
import type { PaneTalk } from './pane-talk.js';
import type { Look } from './pane-view.js';

/** Where the input field holds something else than the text: Enter would send that in the name of the caller. */
export function mixedError(talk: PaneTalk, delivery: Delivery, { agent, screen }: Look): MuxError {
  const shown = (agent.input?.text ?? screen.rows[screen.cursor.y] ?? '').trim().slice(0, LONGEST_SHOWN);
  const seen = `shows something else than was sent${delivery.isSecret ? '' : `: '${shown}'`}`;
  delivery.add('screen', `the input field ${seen}`);
  return new MuxError('TEXT_MIXED', `The input field of pane ${talk.pane.id} ${seen}.`, {
    suggestion: 'A person may be typing there, or the program may have changed the text: look at the screen.',
  });
}

const LONGEST_SHOWN = 200;
