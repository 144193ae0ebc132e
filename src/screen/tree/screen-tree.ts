import type { StyledScreen } from '../styled-screen.js';
import { areasOf } from './area.js';
import { assemble, withoutRivals } from './assemble.js';
import type { Candidate } from './candidate.js';
import { CellGrid } from './cell-grid.js';
import { findBars } from './find-bars.js';
import { findBoxes } from './find-boxes.js';
import { findBracketButtons } from './find-buttons.js';
import { findFields } from './find-fields.js';
import { findLitLists, findMenuList } from './find-lists.js';
import { findProgress } from './find-progress.js';
import { findTables } from './find-tables.js';
import { findToggles } from './find-toggles.js';
import { findWords } from './find-words.js';
import { knownProgram } from './known-programs.js';
import { confirmed, effectsOf } from './observed-change.js';
import { withRefs } from './refs.js';
import type { TreeFacts } from './tree-facts.js';
import type { ScreenTree } from './tree-node.js';

/**
 * What stands on a screen, by its roles: dialogs, lists and their options, fields, buttons, tables. Each element says how
 * sure that is, and why. Containers are found before what is in them.
 *
 * @example
 * const tree = screenTree(await pane.styledScreen());
 * treeText(tree); // '- dialog "Quit?":\n  - button "Yes" [focused]\n  - button "No"'
 */
export function screenTree(screen: StyledScreen, facts: TreeFacts = {}): ScreenTree {
  const known = { ...facts, profile: facts.profile ?? knownProgram(facts.program) };
  const grid = new CellGrid(screen);
  const areas = areasOf(grid, findBoxes(grid));
  const found = withoutRivals(candidates(grid, areas, screen, known));
  const without = new Set(known.profile?.without);
  const wanted = found.filter(({ role, confidence }) => confidence === 'certain' || !without.has(role));
  const effects = effectsOf(screen, known.changes ?? []);
  const children = assemble(areas, wanted).map((one) => confirmed(one, effects));
  return { width: screen.width, height: screen.height, children: withRefs(children) };
}

/** The strongest first. */
function candidates(
  grid: CellGrid,
  areas: ReturnType<typeof areasOf>,
  screen: StyledScreen,
  facts: TreeFacts,
): Candidate[] {
  const each = (find: (area: (typeof areas)[number]) => Candidate[]): Candidate[] => areas.flatMap(find);
  const bars = each((area) => findBars(area, screen));
  return [
    ...each((area) => findToggles(area, screen)),
    ...each((area) => findBracketButtons(area, screen)),
    ...bars,
    ...findMenuList(grid, screen),
    ...findFields(grid, areas, screen, facts),
    ...each(findProgress),
    ...each(findTables),
    ...each((area) => findLitLists(area, bars)),
    ...each((area) => findWords(area, facts)),
  ];
}
