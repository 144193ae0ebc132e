import type { FoundInput } from '../../screen/input-box.js';
import type { Menu } from '../../screen/menu.js';
import type { StyledScreen } from '../../screen/styled-screen.js';

/** A screen with what was found on it. */
export interface Seen {
  readonly screen: StyledScreen;
  readonly input: FoundInput | undefined;
  readonly menu: Menu | undefined;
}
