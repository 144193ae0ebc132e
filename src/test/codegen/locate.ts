import type { StyledScreen } from '../../screen/index.js';
import { byRole } from '../locators/by-role.js';
import { byText } from '../locators/by-text.js';
import type { Locator, LocatorSource } from '../locators/locator.js';
import { LocatorQuery } from '../locators/locator-query.js';
import { type Match, ScreenGrid } from '../locators/screen-grid.js';
import type { ElementQuery, TextQuery } from './action.js';

/** A screen as locators look at it. */
export function gridOf(screen: StyledScreen, program: string | undefined): ScreenGrid {
  return new ScreenGrid(screen, () => true, program);
}

/** What a query finds on a screen. */
export function matchesOf(grid: ScreenGrid, query: ElementQuery | TextQuery): readonly Match[] {
  return new LocatorQuery().narrow(kindOf(query)).locate(grid).matches;
}

/** The locator of a terminal for a query. */
export function locatorOf(terminal: LocatorSource, query: ElementQuery | TextQuery): Locator {
  if ('text' in query) return terminal.getByText(query.text, { exact: query.exact ?? false });
  const { role, ...options } = query;
  return terminal.getByRole(role, options);
}

function kindOf(query: ElementQuery | TextQuery): ReturnType<typeof byText> {
  if ('text' in query) return byText(query.text, { exact: query.exact ?? false });
  const { role, ...options } = query;
  return byRole(role, options);
}
