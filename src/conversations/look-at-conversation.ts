import { type AgentScreen, classifyScreen, type Profile } from '../panes/index.js';
import { joinWrapped, type StyledScreen } from '../screen/index.js';
import type { Pane } from '../tmux/index.js';
import { rowText, styledRows } from '../vt/index.js';
import type { FrameSource } from './conversation-frame.js';
import { type ScreenRow, screenRow } from './transcript-row.js';

/**
 * Looks at a pane once: the screen, and where the program uses the normal one, up to so many rows above it.
 *
 * @param last an earlier look: where it is still the same screen, nothing else has changed either
 */
export async function lookAtConversation(
  pane: Pick<Pane, 'styledScreen' | 'capture'>,
  profile: Profile,
  historyRows: number,
  last?: FrameSource,
): Promise<FrameSource> {
  for (let tries = 1; ; tries++) {
    const screen = await pane.styledScreen();
    if (screen === last?.screen) return last;
    const agent: AgentScreen = classifyScreen(profile, screen);
    if (screen.alternate || historyRows === 0) return { screen, agent, history: [], wholeHistory: false };
    const rows = await rowsWithHistory(pane, historyRows, screen.width);
    const above = rows.length - screen.height;
    // The screen may have changed between the two looks.
    if (tries < MOST_TRIES && !isSameScreen(rows.slice(above), screen)) continue;
    return { screen, agent, history: rows.slice(0, above), wholeHistory: above < historyRows };
  }
}

const MOST_TRIES = 3;

async function rowsWithHistory(
  pane: Pick<Pane, 'capture'>,
  history: number,
  width: number,
): Promise<ScreenRow[]> {
  const [styled, joined] = await Promise.all([
    pane.capture({ history, ansi: true, untrimmed: true }),
    pane.capture({ history, joined: true, untrimmed: true }),
  ]);
  const runs = styledRows(styled);
  const lines = joined === '' ? [] : joined.replace(/\n$/u, '').split('\n');
  const { lineOfRow } = joinWrapped(runs.map(rowText), lines);
  return runs.map((row, index) => screenRow(row, lineOfRow[index] === lineOfRow[index + 1], width));
}

function isSameScreen(rows: readonly ScreenRow[], screen: StyledScreen): boolean {
  return rows.every(({ text }, index) => text.trimEnd() === screen.rows[index]);
}
