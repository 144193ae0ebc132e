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
        {reason ?? 'This browser has no session with the server, or the one it had has ended.'} A link signs
        it in; each works once. Get one on the machine where the server runs:
      </p>
      <pre className="command">mux token link</pre>
      <p>Then open it here. What runs in tmux keeps running.</p>
      <Button onClick={() => location.reload()}>Try again</Button>
    </EmptyState>
  );
}

async function reloadIfKnown(): Promise<void> {
  const response = await fetch('/api/me', { credentials: 'same-origin' }).catch(() => undefined);
  if (response?.ok) location.reload();
}
