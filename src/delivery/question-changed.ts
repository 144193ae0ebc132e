import { MuxError } from '../model/index.js';
import { findMenu, type Menu, questionOn, type StyledScreen } from '../screen/index.js';

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
