import { Button } from '../../components/button.js';

export interface FontSizeProps {
  readonly size: number | 'auto';
  readonly onChange: (size: number | 'auto') => void;
}

const limits = { least: 7, most: 28, usual: 13 };

export function FontSize({ size, onChange }: FontSizeProps) {
  const now = size === 'auto' ? limits.usual : size;
  const step = (by: number): void => onChange(Math.min(limits.most, Math.max(limits.least, now + by)));
  return (
    <fieldset className="segments">
      <legend className="hidden-text">Font size</legend>
      <Button size="small" onClick={() => step(-1)}>
        A−<span className="hidden-text"> smaller</span>
      </Button>
      <Button size="small" aria-pressed={size === 'auto'} onClick={() => onChange('auto')}>
        Auto
      </Button>
      <Button size="small" onClick={() => step(1)}>
        A+<span className="hidden-text"> larger</span>
      </Button>
    </fieldset>
  );
}
