import { useState } from 'react';
import { call } from '../../api/call.js';
import { Button } from '../../components/button.js';
import { ConfirmDialog } from '../../components/confirm-dialog.js';
import { toast, toastError } from '../../components/toast.js';
import { address, Link } from '../../router.js';
import { RecordingButtons } from './recording-buttons.js';

export interface RunActionsProps {
  readonly id: string;
  readonly host: string;
  readonly paneId: string | undefined;
  readonly running: boolean;
}

export function RunActions({ id, host, paneId, running }: RunActionsProps) {
  const [asked, setAsked] = useState<'interrupt' | 'end' | undefined>(undefined);
  const [busy, setBusy] = useState(false);
  const act = async (deed: Promise<unknown>, done: string): Promise<void> => {
    setBusy(true);
    try {
      await deed;
      toast(done);
    } catch (error) {
      toastError(error);
    } finally {
      setBusy(false);
      setAsked(undefined);
    }
  };
  return (
    <div className="row">
      <RecordingButtons id={id} running={running} />
      {running && (
        <>
          <Link className="button" to={address('/pane', { target: paneId ?? id, host })}>
            Terminal
          </Link>
          <Button onClick={() => setAsked('interrupt')}>Interrupt</Button>
          <Button look="danger" onClick={() => setAsked('end')}>
            Stop
          </Button>
        </>
      )}
      {asked === 'interrupt' && (
        <ConfirmDialog
          title="Interrupt this run?"
          action="Press Ctrl-C"
          busy={busy}
          onConfirm={() =>
            void act(
              call('pane.keys', { target: id, keys: ['C-c'] }),
              'Ctrl-C was pressed in the terminal of the run.',
            )
          }
          onClose={() => setAsked(undefined)}
        >
          Presses Ctrl-C in its terminal. Most programs exit; some ask first, or keep running.
        </ConfirmDialog>
      )}
      {asked === 'end' && (
        <ConfirmDialog
          title="Stop this run?"
          action="Stop it"
          busy={busy}
          onConfirm={() => void act(call('run.end', { run: id }), 'The run was stopped.')}
          onClose={() => setAsked(undefined)}
        >
          Its command gets Ctrl-C, then terminate, then kill. Its log is kept.
        </ConfirmDialog>
      )}
    </div>
  );
}
