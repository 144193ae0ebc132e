import type { ComponentProps } from 'react';

export interface ButtonProps extends ComponentProps<'button'> {
  /** `main` for the one thing to do, `danger` for what ends or removes. */
  readonly look?: 'main' | 'danger' | 'plain';
  readonly size?: 'small';
}

export function Button({ look, size, className = '', type = 'button', ...rest }: ButtonProps) {
  return <button type={type} className={`button ${className}`} data-look={look} data-size={size} {...rest} />;
}
