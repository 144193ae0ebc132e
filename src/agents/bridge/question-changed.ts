import { MuxError } from '../../model/mux-error.js';
import { findMenu, type Menu } from '../../screen/menu.js';
import { questionOn } from '../../screen/question.js';
import type { StyledScreen } from '../../screen/styled-screen.js';

/** What is there instead of the question that an answer was meant for, so that the caller can show it. */
export function questionChanged(
  paneId: string,
  seen: { readonly screen: StyledScreen; readonly agent?: { readonly menu: Menu | undefined } },
): MuxError {
  const menu = seen.agent?.menu ?? findMenu(seen.screen);
  const { text, fingerprint } = questionOn(seen.screen, menu);
  return new MuxError(
    'QUESTION_CHANGED',
    `Pane ${paneId} shows another question than the one that was read.`,
    {
      suggestion: 'Nothing was sent. Read the question that is there now, and answer that one.',
      details: {
        paneId,
        question: text,
        fingerprint,
        ...(menu && { options: menu.options.map(({ label }) => label) }),
      },
    },
  );
}
