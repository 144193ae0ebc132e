import type { FoundInput, Menu, StyledScreen } from '../../screen/index.js';

/** A screen with what was found on it. */
export interface Seen {
  readonly screen: StyledScreen;
  readonly input: FoundInput | undefined;
  readonly menu: Menu | undefined;
}
