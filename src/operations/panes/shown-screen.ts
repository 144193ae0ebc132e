import { redactedScreen } from '../../redaction/index.js';
import type { StyledScreen } from '../../screen/index.js';
import { rowText } from '../../vt/index.js';

/** A screen without secrets in its cells, its rows and its lines: nothing that is read from it can show one. */
export function shownScreen(
  screen: StyledScreen,
  redact: (lines: readonly string[]) => string[],
): StyledScreen {
  const hidden = redactedScreen(screen, redact);
  const rows = hidden.styledRows.map((row) => rowText(row).trimEnd());
  return { ...hidden, rows, lines: redact(screen.lines), title: redact([screen.title]).join('') };
}
