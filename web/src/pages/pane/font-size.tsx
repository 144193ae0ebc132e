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
      <legend className="hidden-text">Size of letters</legend>
      <Button size="small" aria-label="Smaller letters" onClick={() => step(-1)}>
        A−
      </Button>
      <Button size="small" aria-pressed={size === 'auto'} onClick={() => onChange('auto')}>
        Auto
      </Button>
      <Button size="small" aria-label="Larger letters" onClick={() => step(1)}>
        A+
      </Button>
    </fieldset>
  );
}
