import type { ReactNode } from 'react';

export interface EmptyStateProps {
  readonly title: string;
  /** What would be here, and how it comes here. */
  readonly children?: ReactNode;
}

export function EmptyState({ title, children }: EmptyStateProps) {
  return (
    <div className="empty">
      <h2>{title}</h2>
      {children}
    </div>
  );
}
