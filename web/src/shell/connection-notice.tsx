import { connection } from '../api/connection.js';
import { feed } from '../api/events.js';
import { useStore } from '../api/store.js';
import { Button } from '../components/button.js';
import { Duration } from '../components/time.js';

/** Says when the server is gone, and that the page tries on. Nothing while all is well. */
export function ConnectionNotice() {
  const state = useStore(connection);
  return (
    <div role="status" aria-live="polite" aria-label="Connection">
      {state.is === 'reconnecting' && <Notice since={state.since} />}
    </div>
  );
}

function Notice({ since }: { readonly since: number }) {
  return (
    <div className="notice" data-tone="waits">
      <strong>Reconnecting.</strong>
      <span>
        The server has not answered for <Duration since={new Date(since).toISOString()} />. What is shown may
        be old; programs in tmux go on.
      </span>
      <Button size="small" onClick={() => feed.retry()}>
        Try now
      </Button>
    </div>
  );
}
