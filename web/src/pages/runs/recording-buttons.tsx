import { useState } from 'react';
import { call } from '../../api/call.js';
import { useQuery } from '../../api/query.js';
import { Button } from '../../components/button.js';
import { toast, toastError } from '../../components/toast.js';
import { Link } from '../../router.js';

export interface RecordingButtonsProps {
  readonly id: string;
  readonly running: boolean;
}

/** Plays a run: from its recording, or when it has ended from its log. One that runs can be recorded from now on. */
export function RecordingButtons({ id, running }: RecordingButtonsProps) {
  const { data, refresh } = useQuery(
    'recording.list',
    { run: id },
    { on: ['recording_started', 'recording_stopped'] },
  );
  const [busy, setBusy] = useState(false);
  const going = data?.recordings.find(({ state }) => state === 'recording');
  const toggle = async (): Promise<void> => {
    setBusy(true);
    try {
      if (going) await call('recording.stop', { id: going.id });
      else await call('recording.start', { target: id });
      toast(going ? 'The recording was stopped.' : 'Recording started.');
    } catch (error) {
      toastError(error);
    } finally {
      setBusy(false);
      refresh();
    }
  };
  const canPlay = !running || (data?.recordings.length ?? 0) > 0;
  return (
    <>
      {canPlay && (
        <Link className="button" to={`/recordings/${encodeURIComponent(id)}`}>
          Play
        </Link>
      )}
      {running && (
        <Button aria-pressed={going !== undefined} disabled={busy} onClick={() => void toggle()}>
          {going ? 'Stop recording' : 'Record'}
        </Button>
      )}
    </>
  );
}
