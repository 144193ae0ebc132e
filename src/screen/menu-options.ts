import type { Menu } from './menu-shape.js';

/** A choice, as it is shown to people and models. */
export interface ShownOption {
  readonly number?: number;
  readonly label: string;
  readonly selected: boolean;
}

/**
 * What can be chosen from a list, without secrets.
 *
 * @param redact lines of a screen without secrets
 */
export function menuOptions(
  { options }: Menu,
  redact: (lines: readonly string[]) => readonly string[],
): ShownOption[] {
  return options.map(({ number, label, highlighted }) => ({
    ...(number !== undefined && { number }),
    label: redact([label]).join(' '),
    selected: highlighted,
  }));
}
