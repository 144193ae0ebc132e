import type { ITheme } from '@xterm/xterm';

const names = [
  'black',
  'red',
  'green',
  'yellow',
  'blue',
  'magenta',
  'cyan',
  'white',
  'brightBlack',
  'brightRed',
  'brightGreen',
  'brightYellow',
  'brightBlue',
  'brightMagenta',
  'brightCyan',
  'brightWhite',
] as const;

/** The colours of the page as the emulator takes them. */
export function terminalTheme(): ITheme {
  const style = getComputedStyle(document.documentElement);
  const value = (name: string): string => style.getPropertyValue(name).trim();
  return {
    background: value('--terminal'),
    foreground: value('--terminal-ink'),
    cursor: value('--terminal-accent'),
    cursorAccent: value('--terminal'),
    selectionBackground: value('--terminal-accent'),
    selectionForeground: value('--terminal'),
    ...Object.fromEntries(names.map((name, index) => [name, value(`--ansi-${index}`)])),
  };
}

/** The letters of terminals, for the emulator that cannot read variables. */
export function terminalFont(): string {
  return getComputedStyle(document.documentElement).getPropertyValue('--mono').trim();
}
