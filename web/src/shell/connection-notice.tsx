import { type ConnectionState, connection } from '../api/connection.js';
import { feed } from '../api/events.js';
import { useStore } from '../api/store.js';
import { Button } from '../components/button.js';
import { Duration } from '../components/time.js';

/** Says when the server is gone or does not know us any more, and what to do. Nothing while all is well. */
export function ConnectionNotice() {
  const state = useStore(connection);
  return (
    <div role="status" aria-live="polite" aria-label="Connection">
      {(state.is === 'reconnecting' || state.is === 'signed-out') && <Notice state={state} />}
    </div>
  );
}

function Notice({ state }: { readonly state: Exclude<ConnectionState, { is: 'connected' | 'connecting' }> }) {
  if (state.is === 'signed-out') {
    return (
      <div className="notice" data-tone="bad">
        <strong>Signed out.</strong>
        <span>
          {state.error.suggestion ?? (
            <>
              Run <code>mux token link</code> where the server runs, and open the link that it prints.
            </>
          )}
        </span>
        <Button size="small" onClick={() => location.reload()}>
          Load anew
        </Button>
      </div>
    );
  }
  return (
    <div className="notice" data-tone="waits">
      <strong>Reconnecting.</strong>
      <span>
        The server has not answered for <Duration since={new Date(state.since).toISOString()} />. What is
        shown may be old; programs in tmux go on.
      </span>
      <Button size="small" onClick={() => feed.retry()}>
        Try now
      </Button>
    </div>
  );
}
