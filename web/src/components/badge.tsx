import type { ReactNode } from 'react';
import type { Tone } from '../../../src/model/states.js';

export type { Tone };

export interface BadgeProps {
  readonly tone: Tone;
  /** The state as a word; it is always there. */
  readonly children: ReactNode;
  readonly title?: string;
  /** Whether it is only the word and its shape, for where there is a frame already. */
  readonly bare?: boolean;
}

export function Badge({ tone, children, title, bare }: BadgeProps) {
  return (
    <span className="badge" data-tone={tone} data-bare={bare || undefined} title={title}>
      <ToneShape tone={tone} />
      {children}
    </span>
  );
}

function ToneShape({ tone }: { readonly tone: Tone }) {
  return (
    <svg className="badge-shape" viewBox="0 0 10 10" aria-hidden="true" fill="none" stroke="currentColor">
      {shapes[tone]}
    </svg>
  );
}

const shapes: Readonly<Record<Tone, ReactNode>> = {
  waits: <path d="M5 0.2 9.8 5 5 9.8 0.2 5z" fill="currentColor" stroke="none" />,
  busy: <path d="M2 0.8 9.2 5 2 9.2z" fill="currentColor" stroke="none" />,
  good: <path d="M0.8 5.4 3.8 8.4 9.2 1.8" strokeWidth="1.9" />,
  bad: <path d="M1.2 1.2 8.8 8.8M8.8 1.2 1.2 8.8" strokeWidth="1.9" />,
  quiet: <circle cx="5" cy="5" r="3.6" strokeWidth="1.5" />,
};
