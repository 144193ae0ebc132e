export interface PaintPlace {
  /** Column of the cursor behind the prompt. */
  readonly column: number;
  readonly width: number;
  /** What stands there now, and goes away. */
  readonly typed: string;
  /** Whether a line editor shows it, which begins a new row when one is full. */
  readonly editor: boolean;
}

const MAX_SHOWN = 2_000;

/**
 * Makes the screen look as if the command had been typed at the prompt: goes back to where the cursor was when our line
 * was submitted, takes that line away, and shows the command.
 */
export function paintCommand(command: string, place: PaintPlace): string {
  const end = place.column + place.typed.length;
  const rows = place.editor ? Math.floor(end / place.width) + 1 : Math.max(1, Math.ceil(end / place.width));
  return `\x1b[${rows}A\x1b[${place.column + 1}G\x1b[J${shownCommand(command)}\r\n`;
}

/** A command for people to read: cut where it is long, without any control characters. */
export function shownCommand(command: string): string {
  const text = command.length > MAX_SHOWN ? `${command.slice(0, MAX_SHOWN)}…` : command;
  return text
    .replace(/\n+$/, '')
    .replaceAll(/[\x00-\x08\x0b-\x1f]/g, (control) => `^${String.fromCharCode(control.charCodeAt(0) + 64)}`)
    .replaceAll('\x7f', '^?')
    .replaceAll('\n', '\r\n> ');
}
