import { type FormEvent, useId, useState } from 'react';
import { call } from '../../api/call.js';
import type { RequestError } from '../../api/request-error.js';
import { Button } from '../../components/button.js';
import { Dialog } from '../../components/dialog.js';
import { Problem } from '../../components/problem.js';
import { navigate } from '../../router.js';

/** Starts a command and goes to its page. */
export function StartRunDialog({ onClose }: { readonly onClose: () => void }) {
  const [command, setCommand] = useState('');
  const [host, setHost] = useState('local');
  const [cwd, setCwd] = useState('');
  const [keeps, setKeeps] = useState(false);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<RequestError | undefined>(undefined);
  const form = useId();
  const start = async (): Promise<void> => {
    setBusy(true);
    setError(undefined);
    try {
      const place = { host: host.trim() || 'local', ...(cwd.trim() !== '' && { cwd: cwd.trim() }) };
      const { id } = await call('run.start', { command, ...place, interactive: keeps });
      navigate(`/runs/${encodeURIComponent(id)}`);
      onClose();
    } catch (failure) {
      setError(failure as RequestError);
      setBusy(false);
    }
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (!busy && command.trim() !== '') void start();
  };
  const actions = (
    <>
      <Button onClick={onClose}>Cancel</Button>
      <Button type="submit" form={form} look="main" disabled={busy || command.trim() === ''}>
        {busy ? 'Starting' : 'Start'}
      </Button>
    </>
  );
  return (
    <Dialog title="Start a run" onClose={onClose} actions={actions}>
      <form id={form} className="stack" onSubmit={submit}>
        <label className="field">
          Command
          <input
            className="input mono"
            value={command}
            onChange={(event) => setCommand(event.target.value)}
            placeholder="npm test"
            spellCheck={false}
            autoComplete="off"
            autoFocus
          />
        </label>
        <div className="fields">
          <label className="field">
            Host
            <input
              className="input mono"
              value={host}
              onChange={(event) => setHost(event.target.value)}
              spellCheck={false}
            />
          </label>
          <label className="field">
            Folder
            <input
              className="input mono"
              value={cwd}
              onChange={(event) => setCwd(event.target.value)}
              placeholder="that of the session"
              spellCheck={false}
            />
          </label>
        </div>
        <label className="check">
          <input type="checkbox" checked={keeps} onChange={(event) => setKeeps(event.target.checked)} />
          Keep a shell open in its terminal when it has ended
        </label>
        {error && <Problem error={error} />}
      </form>
    </Dialog>
  );
}
