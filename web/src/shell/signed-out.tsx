import { Button } from '../components/button.js';
import { EmptyState } from '../components/empty-state.js';

/** Instead of every page, where the server does not know this browser, or no longer. */
export function SignedOut() {
  return (
    <EmptyState title="You are signed out">
      <p>
        This browser has no session with the server, or the one it had has ended. A link signs it in; each
        works once. Get one on the machine where the server runs:
      </p>
      <pre className="command">mux token link</pre>
      <p>Then open it here. What runs in tmux goes on meanwhile.</p>
      <Button onClick={() => location.reload()}>Try again</Button>
    </EmptyState>
  );
}
