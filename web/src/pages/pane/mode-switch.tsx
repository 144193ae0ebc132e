import type { Ref } from 'react';
import type { TerminalMode } from '../../api/open-terminal.js';
import { Button } from '../../components/button.js';

export interface ModeSwitchProps {
  readonly mode: TerminalMode;
  readonly onChange: (mode: TerminalMode) => void;
  readonly ref?: Ref<HTMLFieldSetElement>;
}

/** Looking on and typing are apart, so that nobody types into a program by accident. */
export function ModeSwitch({ mode, onChange, ref }: ModeSwitchProps) {
  return (
    <fieldset className="segments" ref={ref}>
      <legend className="hidden-text">Keyboard mode</legend>
      <Button size="small" aria-pressed={mode === 'view'} onClick={() => onChange('view')}>
        View
      </Button>
      <Button size="small" aria-pressed={mode === 'control'} onClick={() => onChange('control')}>
        Control
      </Button>
    </fieldset>
  );
}
