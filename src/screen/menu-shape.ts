/** One choice of a menu. */
export interface MenuOption {
  /** The number it is shown with. */
  readonly number: number | undefined;
  /** Its words, put together where they go over several rows; without the description behind or under it. */
  readonly label: string;
  readonly highlighted: boolean;
  /** Its first row on the screen, from 0. */
  readonly row: number;
}

/** A list to choose from. */
export interface Menu {
  /** The question above the choices. */
  readonly title: string;
  readonly options: readonly MenuOption[];
  /** Which of `options` Enter would take. */
  readonly highlighted: number | undefined;
  /** Whether the choices stand in one row: Left and Right go from one to the next. */
  readonly sideBySide?: true;
}
