import { TerminalView } from '../terminal/terminal-view.js';

export interface ScreenLookProps {
  readonly target: string;
  readonly host: string;
  readonly label: string;
}

/** A live look at a pane; nothing can be typed there. */
export function ScreenLook({ target, host, label }: ScreenLookProps) {
  return (
    <div className="screen-look">
      <TerminalView target={target} host={host} mode="view" label={label} />
    </div>
  );
}
