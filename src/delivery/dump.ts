import { LiveRedactor } from '../redaction/live-redactor.js';
import type { Look } from './pane-view.js';

/** The screen of a pane and its classification, for debugging a failed delivery; secrets are masked. */
export function diagnosticDump(look: Look, secret: string | undefined): string {
  const { screen, agent } = look;
  const redactor = new LiveRedactor();
  for (const line of secret?.split('\n') ?? []) redactor.hide(line.trim());
  const { x, y, visible } = screen.cursor;
  return [
    `state: ${agent.state} (${agent.confidence}): ${redactor.line(agent.evidence)}`,
    `input box: ${agent.input ? `rows ${agent.input.firstRow + 1}–${agent.input.lastRow + 1}` : 'none'}`,
    `cursor: column ${x + 1}, row ${y + 1}, ${visible ? 'visible' : 'hidden'}`,
    `title: ${redactor.line(screen.title)}`,
    ...redactor.screen(screen.rows).map((row) => `| ${row}`.trimEnd()),
  ].join('\n');
}
