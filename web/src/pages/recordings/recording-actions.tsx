import { useState } from 'react';
import { call } from '../../api/call.js';
import type { Output } from '../../api/operations.js';
import { Button } from '../../components/button.js';
import { ConfirmDialog } from '../../components/confirm-dialog.js';
import { toast, toastError } from '../../components/toast.js';

export type Recording = Output<'recording.list'>['recordings'][number];

export interface RecordingActionsProps {
  readonly recording: Recording;
  readonly onChange: () => void;
}

export function RecordingActions({ recording, onChange }: RecordingActionsProps) {
  const [asked, setAsked] = useState(false);
  const [busy, setBusy] = useState(false);
  const { id, title, target, state } = recording;
  const act = async (operation: 'recording.stop' | 'recording.remove', done: string): Promise<void> => {
    setBusy(true);
    try {
      await call(operation, { id });
      toast(done);
    } catch (error) {
      toastError(error);
    } finally {
      setBusy(false);
      setAsked(false);
      onChange();
    }
  };
  if (state === 'recording')
    return (
      <Button
        size="small"
        disabled={busy}
        onClick={() => void act('recording.stop', 'The recording was stopped.')}
      >
        Stop recording
      </Button>
    );
  return (
    <>
      <Button
        size="small"
        look="plain"
        onClick={() => setAsked(true)}
        aria-label={`Remove the recording of ${title ?? target}`}
      >
        Remove
      </Button>
      {asked && (
        <ConfirmDialog
          title="Remove this recording?"
          action="Remove it"
          busy={busy}
          onConfirm={() => void act('recording.remove', 'The recording was removed.')}
          onClose={() => setAsked(false)}
        >
          Its file is deleted. The run and its log stay.
        </ConfirmDialog>
      )}
    </>
  );
}
