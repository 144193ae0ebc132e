/** A line without colours and other escape sequences: for files and other programs, which are no terminals. */
export function plainText(line: string): string {
  return line.includes('\x1b') || /[\x0e\x0f]/.test(line) ? line.replace(SEQUENCE, '') : line;
}

const SEQUENCE =
  /\x1bPtmux;(?:[^\x1b]|\x1b\x1b)*\x1b\\|\x1b(?:\[[0-?]*[ -/]*[@-~]|[\]P^_Xk][^\x07\x1b]*(?:\x07|\x1b\\)?|[ -/]*[0-~])|[\x0e\x0f]/g;
