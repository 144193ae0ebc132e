import { durationText } from '../../model/index.js';
import type { StyledScreen } from '../../screen/index.js';
import type { ScreenGrid } from '../locators/screen-grid.js';
import type { SeenCall, TerminalTrace } from './terminal-trace.js';

/** What may have gone wrong, from what was seen before and after a failure. */
export function hintsFor(
  call: SeenCall,
  trace: TerminalTrace,
  gridOf: (screen: StyledScreen) => ScreenGrid,
): string[] {
  const { finding, query, entry, looks } = call;
  const hints: string[] = [];
  const stage = finding?.stages?.findIndex(({ count }) => count === 0) ?? -1;
  const stages = finding?.stages ?? [];
  if (stage > 0) {
    const [found, missing] = [stages[stage - 1], stages[stage]];
    hints.push(
      `${found?.description} is on the screen (${found?.count}), and ${missing?.description} is not in it.`,
    );
  }
  const last = stages.at(-1);
  if (stage < 0 && last && last.count > 1) {
    hints.push(`The locator means ${last.count} things: narrow it with a region, a row, exact, or nth().`);
  }
  if (query && stage >= 0) {
    const seen = trace.screens.filter(({ screen }) => query.locate(gridOf(screen)).matches.length > 0);
    const earlier = seen.filter(({ at }) => at < entry.at);
    const later = seen.filter(({ at }) => at > (call.endAt ?? Number.POSITIVE_INFINITY));
    if (earlier.length > 0) {
      hints.push(
        `The locator had a match before, last ${since(entry.at, earlier.at(-1)?.at)} before this entry began.`,
      );
    }
    if (later.length > 0) {
      hints.push(
        `The locator had a match ${since(later[0]?.at, call.endAt)} after this entry had ended: it may need a longer timeout.`,
      );
    }
  }
  const { timeoutMs, state } = trace.verdicts.at(-1)?.verdict ?? {};
  if (entry.outcome === 'timeout' && state === 'running') {
    hints.push('The program was still at work when the time was up: a longer timeout may do.');
  }
  if (entry.outcome === 'timeout' && timeoutMs !== undefined) {
    hints.push('The program waits with a time limit of its own, so it may change the screen later.');
  }
  const printed = looks.filter(({ wake }) => wake === 'output').length;
  if (entry.kind === 'expectation' && printed === 0 && looks.length > 0) {
    hints.push('Nothing was printed while this entry waited: look at what the action before it has done.');
  }
  const exit = trace.exits.at(-1)?.exit;
  if (
    exit?.code !== undefined &&
    exit.code !== 0 &&
    (entry.outcome === 'ended' || entry.outcome === 'PANE_DEAD')
  ) {
    hints.push(`The program had ended with code ${exit.code}.`);
  }
  return hints;
}

function since(later = 0, earlier = 0): string {
  return durationText(Math.max(1, later - earlier));
}
