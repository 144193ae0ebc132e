/** The modes that change what a terminal sends, and whether it shows its cursor. */
export interface KeyModes {
  cursorVisible: boolean;
  applicationCursor: boolean;
  applicationKeypad: boolean;
  bracketedPaste: boolean;
  mouse: readonly number[];
}

export function newKeyModes(): KeyModes {
  return {
    cursorVisible: true,
    applicationCursor: false,
    applicationKeypad: false,
    bracketedPaste: false,
    mouse: [],
  };
}

/** Of the three ways to report the mouse only the last one counts; the two ways to write it stand beside them. */
export function mouseModes(before: readonly number[], mode: number, set: boolean): readonly number[] {
  const isWay = mode === 1000 || mode === 1002 || mode === 1003;
  if (!isWay && mode !== 1005 && mode !== 1006) return before;
  const others = before.filter((each) => (isWay ? each >= 1005 : each !== mode));
  return set ? [...others, mode].toSorted((a, b) => a - b) : others;
}
