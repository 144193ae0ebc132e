import { useState } from 'react';
import { call } from '../../api/call.js';
import type { Output } from '../../api/operations.js';
import { Button } from '../../components/button.js';
import { ConfirmDialog } from '../../components/confirm-dialog.js';
import { toast, toastError } from '../../components/toast.js';

type Worker = Output<'worker.list'>['workers'][number];

export interface WorkerActionsProps {
  readonly worker: Worker;
  readonly onChange: () => void;
}

export function WorkerActions({ worker, onChange }: WorkerActionsProps) {
  const [asked, setAsked] = useState<'kill' | 'respawn' | 'clean' | undefined>(undefined);
  const [busy, setBusy] = useState(false);
  const { name, state } = worker;
  const runs = state === 'running' || state === 'starting';
  const act = async (deed: () => Promise<unknown>, done: string): Promise<void> => {
    setBusy(true);
    try {
      await deed();
      toast(done);
    } catch (error) {
      toastError(error);
    } finally {
      setBusy(false);
      setAsked(undefined);
      onChange();
    }
  };
  const respawn = () => act(() => call('worker.respawn', { name, force: runs }), `${name} was restarted.`);
  const kill = () => act(() => call('worker.kill', { name }), `${name} was ended.`);
  const clean = () => act(() => cleaned(name), `${name} was removed.`);
  const close = (): void => setAsked(undefined);
  return (
    <>
      <Button size="small" disabled={busy} onClick={() => (runs ? setAsked('respawn') : void respawn())}>
        {busy ? 'One moment' : runs ? 'Restart' : 'Start again'}
      </Button>
      {runs && (
        <Button size="small" look="danger" disabled={busy} onClick={() => setAsked('kill')}>
          Kill
        </Button>
      )}
      {state === 'stopped' && (
        <Button size="small" disabled={busy} onClick={() => setAsked('clean')}>
          Forget
        </Button>
      )}
      {asked === 'respawn' && (
        <ConfirmDialog
          title={`Restart ${name}?`}
          action={`Restart ${name}`}
          busy={busy}
          onConfirm={() => void respawn()}
          onClose={close}
        >
          Its program is ended first, and what it holds in memory is lost. It starts with the same command,
          folder and variables.
        </ConfirmDialog>
      )}
      {asked === 'kill' && (
        <ConfirmDialog
          title={`Kill ${name}?`}
          action={`Kill ${name}`}
          busy={busy}
          onConfirm={() => void kill()}
          onClose={close}
        >
          Its program and all its processes get Ctrl-C, then terminate, then kill. The worker and its log are
          kept in this list.
        </ConfirmDialog>
      )}
      {asked === 'clean' && (
        <ConfirmDialog
          title={`Forget ${name}?`}
          action={`Forget ${name}`}
          busy={busy}
          onConfirm={() => void clean()}
          onClose={close}
        >
          Removes the worker from the list. Its worktree is removed too, unless work would be lost.
        </ConfirmDialog>
      )}
    </>
  );
}

async function cleaned(name: string): Promise<void> {
  const { kept } = await call('worker.clean', { name });
  const [first] = kept;
  if (first) throw new Error(first.error.message);
}
