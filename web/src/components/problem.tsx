import type { ReactNode } from 'react';
import type { RequestError } from '../api/request-error.js';

export interface ProblemProps {
  readonly error: Pick<RequestError, 'message'> & {
    readonly code?: string;
    readonly suggestion?: string | undefined;
  };
  /** What can be done about it here. */
  readonly children?: ReactNode;
}

/** An error where its answer would be: what is wrong, what to do, its code. */
export function Problem({ error, children }: ProblemProps) {
  return (
    <div className="problem" role="alert">
      <p>{error.message}</p>
      {error.suggestion && <p className="soft">{error.suggestion}</p>}
      {error.code && <code>{error.code}</code>}
      {children}
    </div>
  );
}
