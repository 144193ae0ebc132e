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
          The server answers, but tells nothing by itself: a proxy in between may not pass WebSockets. What is
          shown may be old.
        </span>
      ) : (
        <span>
          No answer from the server since {new Date(since).toLocaleTimeString()}. What is shown may be old;
          programs in tmux go on. If it does not come back, see whether <code>mux serve</code> still runs.
        </span>
      )}
      <Button size="small" onClick={() => streams.retry()}>
        Try now
      </Button>
    </div>
  );
}
