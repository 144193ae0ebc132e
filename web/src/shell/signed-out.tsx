import { useEffect } from 'react';
import { Button } from '../components/button.js';
import { EmptyState } from '../components/empty-state.js';

export interface SignedOutProps {
  /** Why a browser that was signed in is so no longer. */
  readonly reason?: string;
}

/** Instead of every page, where the server does not know this browser, or no longer. */
export function SignedOut({ reason }: SignedOutProps) {
  useEffect(() => {
    // The link may be opened in another tab, which signs in this one, too.
    const look = (): void => void reloadIfKnown();
    window.addEventListener('focus', look);
    return () => window.removeEventListener('focus', look);
  }, []);
  return (
    <EmptyState title="You are signed out">
      <p>
        {reason ?? 'This browser is not signed in, or its session has ended.'} Sign in with a one-time link.
        Get one on the machine of the server:
      </p>
      <pre className="command">mux token link</pre>
      <p>Then open it here. Programs in tmux keep running.</p>
      <Button onClick={() => location.reload()}>Try again</Button>
    </EmptyState>
  );
}

async function reloadIfKnown(): Promise<void> {
  const response = await fetch('/api/me', { credentials: 'same-origin' }).catch(() => undefined);
  if (response?.ok) location.reload();
}
