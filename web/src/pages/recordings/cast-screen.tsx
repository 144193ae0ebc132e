import { Terminal } from '@xterm/xterm';
import { useEffect, useRef } from 'react';
import { shownTheme } from '../../style/theme.js';
import { fontSizeFor, LINE_HEIGHT } from '../../terminal/font-size.js';
import { silenceQueries } from '../../terminal/silence-queries.js';
import { terminalFont, terminalTheme } from '../../terminal/terminal-theme.js';
import { CastPlayer } from './cast-player.js';
import type { Cast } from './read-cast.js';
import '../../terminal/emulator.css';

export interface CastScreenProps {
  readonly cast: Cast;
  readonly label: string;
  readonly onReady: (player: CastPlayer | undefined) => void;
}

/** Pixels that the head of the page and the controls take, and less than which is never left for the screen. */
const aroundIt = 290;
const leastHeight = 320;

/** The terminal that a recording is played on. Nothing can be typed into it. */
export function CastScreen({ cast, label, onReady }: CastScreenProps) {
  const element = useRef<HTMLDivElement>(null);
  const ready = useRef(onReady);
  ready.current = onReady;
  useEffect(() => {
    const frame = element.current;
    if (!frame) return undefined;
    const terminal = new Terminal({
      cols: cast.columns,
      rows: cast.rows,
      scrollback: 0,
      fontFamily: terminalFont(),
      lineHeight: LINE_HEIGHT,
      theme: terminalTheme(),
      disableStdin: true,
      cursorInactiveStyle: 'outline',
      minimumContrastRatio: 3,
    });
    silenceQueries(terminal);
    terminal.open(frame);
    terminal.textarea?.setAttribute('aria-label', label);
    terminal.textarea?.setAttribute('tabindex', '-1');
    terminal.textarea?.setAttribute('readonly', '');
    const arrange = (): void => {
      if (frame.clientWidth > 0)
        terminal.options.fontSize = fontSizeFor('auto', {
          columns: terminal.cols,
          rows: terminal.rows,
          width: frame.clientWidth - 24,
          // Its frame grows with it, as far as the controls below stay in sight.
          height: Math.max(leastHeight, window.innerHeight - aroundIt),
        });
    };
    const player = new CastPlayer(cast, {
      write: (data) => terminal.write(data),
      reset: () => terminal.reset(),
      resize: (columns, rows) => {
        if (columns === terminal.cols && rows === terminal.rows) return;
        terminal.resize(columns, rows);
        arrange();
      },
    });
    arrange();
    const resized = new ResizeObserver(arrange);
    resized.observe(frame);
    window.addEventListener('resize', arrange);
    const stopTheme = shownTheme.subscribe(() => {
      terminal.options.theme = terminalTheme();
    });
    ready.current(player);
    return () => {
      ready.current(undefined);
      player[Symbol.dispose]();
      stopTheme();
      resized.disconnect();
      window.removeEventListener('resize', arrange);
      terminal.dispose();
    };
  }, [cast, label]);
  return <div className="player-screen" ref={element} />;
}
