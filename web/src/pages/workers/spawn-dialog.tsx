import { type FormEvent, useId, useState } from 'react';
import { call } from '../../api/call.js';
import type { RequestError } from '../../api/request-error.js';
import { Button } from '../../components/button.js';
import { Dialog } from '../../components/dialog.js';
import { Problem } from '../../components/problem.js';
import { toast } from '../../components/toast.js';

export interface SpawnDialogProps {
  readonly onClose: () => void;
  readonly onStarted: () => void;
}

/** Starts a program under a name. */
export function SpawnDialog({ onClose, onStarted }: SpawnDialogProps) {
  const [fields, setFields] = useState({ name: '', command: '', host: '', cwd: '', tags: '' });
  const [worktree, setWorktree] = useState(false);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<RequestError | undefined>(undefined);
  const form = useId();
  const spawn = async (): Promise<void> => {
    setBusy(true);
    setError(undefined);
    try {
      await call('worker.spawn', inputOf(fields, worktree));
      toast(`${fields.name} was started.`);
      onStarted();
      onClose();
    } catch (failure) {
      setError(failure as RequestError);
      setBusy(false);
    }
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (!busy) void spawn();
  };
  const field = (key: keyof typeof fields, label: string, placeholder: string, required = false) => (
    <label className="field">
      {label}
      <input
        className="input mono"
        value={fields[key]}
        onChange={(event) => setFields({ ...fields, [key]: event.target.value })}
        placeholder={placeholder}
        required={required}
        spellCheck={false}
        autoComplete="off"
      />
    </label>
  );
  const actions = (
    <>
      <Button onClick={onClose}>Cancel</Button>
      <Button type="submit" form={form} look="main" disabled={busy}>
        {busy ? 'Starting' : 'Start'}
      </Button>
    </>
  );
  return (
    <Dialog title="Start a worker" onClose={onClose} actions={actions}>
      <form id={form} className="stack" onSubmit={submit}>
        {field('name', 'Name', 'web', true)}
        {field('command', 'Command', 'npm run dev', true)}
        <div className="fields">
          {field('host', 'Host', 'local')}
          {field('cwd', 'Folder', 'that of the server')}
        </div>
        {field('tags', 'Tags, with spaces between', '')}
        <label className="check">
          <input type="checkbox" checked={worktree} onChange={(event) => setWorktree(event.target.checked)} />
          In a Git worktree of its own
        </label>
        {error && <Problem error={error} />}
      </form>
    </Dialog>
  );
}

function inputOf(
  { name, command, host, cwd, tags }: Readonly<Record<'name' | 'command' | 'host' | 'cwd' | 'tags', string>>,
  worktree: boolean,
) {
  const words = tags.split(/\s+/).filter(Boolean);
  return {
    name: name.trim(),
    command,
    ...(host.trim() !== '' && { host: host.trim() }),
    ...(cwd.trim() !== '' && { cwd: cwd.trim() }),
    ...(words.length > 0 && { tags: words }),
    ...(worktree && { worktree }),
  };
}
