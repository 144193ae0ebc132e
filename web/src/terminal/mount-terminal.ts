import { WebLinksAddon } from '@xterm/addon-web-links';
import { Terminal } from '@xterm/xterm';
import { openTerminal, type TerminalMode, type TerminalStatus } from '../api/open-terminal.js';
import { shownTheme } from '../style/theme.js';
import { Acknowledgements } from './acknowledgements.js';
import { type Found, findText } from './find-text.js';
import { fontSizeFor, LINE_HEIGHT } from './font-size.js';
import { silenceQueries } from './silence-queries.js';
import { takenByThePage } from './terminal-keys.js';
import { terminalFont, terminalTheme } from './terminal-theme.js';
import './emulator.css';

export interface MountOptions {
  readonly target: string;
  readonly host?: string | undefined;
  readonly mode: TerminalMode;
  /** Pixels; `auto` takes as many as fit the width. */
  readonly fontSize: number | 'auto';
  /** Whether the pane is asked to take the size of the page. */
  readonly fit: boolean;
  /** Lines of history to begin with. */
  readonly history: number;
  readonly label: string;
  onStatus(status: TerminalStatus): void;
  /** Keys that the page takes although the terminal has the focus. */
  onLeave(): void;
}

export interface MountedTerminal {
  focus(): void;
  find(text: string, direction: 'next' | 'previous'): Found | undefined;
  selection(): string;
  /** As if it was typed. */
  type(text: string): void;
  setFontSize(size: number | 'auto'): void;
  setFit(fit: boolean): void;
  dispose(): void;
}

const usualFontSize = 13;

/** Lines that stay to be scrolled back to. */
const scrollback = 10_000;

/** Puts a live terminal into an element. */
export function mountTerminal(element: HTMLElement, options: MountOptions): MountedTerminal {
  let fontSize = options.fontSize;
  let fit = options.fit;
  const canType = options.mode === 'control';
  const terminal = new Terminal({
    scrollback,
    fontFamily: terminalFont(),
    fontSize: usualFontSize,
    lineHeight: LINE_HEIGHT,
    theme: terminalTheme(),
    disableStdin: !canType,
    cursorBlink: false,
    cursorInactiveStyle: canType ? 'outline' : 'none',
    // Colours of programs are made for dark or for light; those that cannot be read on ours are moved a little.
    minimumContrastRatio: 3,
    macOptionIsMeta: true,
    allowProposedApi: false,
  });
  terminal.loadAddon(new WebLinksAddon((event, uri) => event.isTrusted && openLink(uri)));
  silenceQueries(terminal);
  terminal.open(element);
  terminal.textarea?.setAttribute('aria-label', options.label);
  terminal.textarea?.toggleAttribute('readonly', !canType);

  const arrange = (): void => {
    const { clientWidth, clientHeight } = element;
    if (clientWidth === 0) return;
    if (fit && canType && isGranted(clientWidth, clientHeight)) return;
    terminal.options.fontSize = fontSizeFor(fontSize, {
      columns: terminal.cols,
      rows: terminal.rows,
      width: clientWidth,
      height: clientHeight,
    });
  };
  /** Asks for the size that letters of a usual size fill the page with, and tells whether the pane has it. */
  const isGranted = (width: number, height: number): boolean => {
    // Those that are fitted to the pane would shrink with every wish, and the next wish grow.
    terminal.options.fontSize = fontSize === 'auto' ? usualFontSize : fontSize;
    const cell = cellSize(element, terminal);
    if (!cell) return false;
    const [cols, rows] = [Math.floor(width / cell.width), Math.max(2, Math.floor(height / cell.height))];
    live.resize(cols, rows);
    return cols === terminal.cols && rows === terminal.rows;
  };
  const live = openTerminal({
    ...options,
    onData: (bytes) => acknowledgements.write(bytes),
    onSize: (cols, rows) => {
      terminal.resize(cols, rows);
      arrange();
    },
    onReset: () => terminal.reset(),
    onStatus: options.onStatus,
  });
  const acknowledgements = new Acknowledgements(terminal, (bytes) => live.acknowledge(bytes));
  const encoder = new TextEncoder();
  terminal.onData((text) => canType && live.send(encoder.encode(text)));
  terminal.onBinary((text) => canType && live.send(Uint8Array.from(text, (letter) => letter.charCodeAt(0))));
  terminal.attachCustomKeyEventHandler((event) => {
    const isForThePage = takenByThePage(event, { terminal, leave: options.onLeave });
    return canType && !isForThePage;
  });
  const resized = new ResizeObserver(arrange);
  resized.observe(element);
  const stopTheme = shownTheme.subscribe(() => {
    terminal.options.theme = terminalTheme();
  });

  return {
    focus: () => terminal.focus(),
    find: (text, direction) => findText(terminal, text, direction),
    selection: () => terminal.getSelection(),
    type: (text) => terminal.input(text),
    setFontSize: (size) => {
      fontSize = size;
      arrange();
    },
    setFit: (next) => {
      fit = next;
      arrange();
    },
    dispose: () => {
      stopTheme();
      resized.disconnect();
      live.close();
      terminal.dispose();
    },
  };
}

/** A page that a program names knows nothing of this one. */
function openLink(uri: string): void {
  window.open(uri, '_blank', 'noopener,noreferrer');
}

function cellSize(
  element: HTMLElement,
  { cols, rows }: Terminal,
): { width: number; height: number } | undefined {
  const screen = element.querySelector('.xterm-screen');
  if (!screen || screen.clientWidth === 0) return undefined;
  return { width: screen.clientWidth / cols, height: screen.clientHeight / rows };
}
