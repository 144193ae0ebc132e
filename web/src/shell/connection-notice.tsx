import { connection } from '../api/connection.js';
import { useStore } from '../api/store.js';
import { streams } from '../api/streams.js';
import { Button } from '../components/button.js';

/** Says when the server is gone, and that the page tries on. Nothing while all is well. */
export function ConnectionNotice() {
  const state = useStore(connection);
  return (
    <div role="status" aria-live="polite" aria-label="Connection">
      {state.is === 'reconnecting' && <Notice since={state.since} answers={state.answers} />}
    </div>
  );
}

interface NoticeProps {
  readonly since: number;
  readonly answers: boolean;
}

function Notice({ since, answers }: NoticeProps) {
  return (
    <div className="notice" data-tone="waits">
      <strong>Reconnecting.</strong>
      {answers ? (
        <span>
          The server responds, but sends no updates: a proxy in between may not support WebSockets. This page
          may be out of date.
        </span>
      ) : (
        <span>
          No answer from the server since {new Date(since).toLocaleTimeString()}. This page may be out of
          date; programs in tmux keep running. If the server does not come back, check whether{' '}
          <code>mux serve</code> still runs.
        </span>
      )}
      <Button size="small" onClick={() => streams.retry()}>
        Try now
      </Button>
    </div>
  );
}
