import { call } from '../../api/call.js';
import { CommandDialog } from '../../components/command-dialog.js';
import { navigate } from '../../router.js';

const fields = [
  { key: 'command', label: 'Command', placeholder: 'npm test', required: true },
  [
    { key: 'host', label: 'Host', placeholder: 'local' },
    { key: 'cwd', label: 'Folder', placeholder: "the session's folder" },
  ],
] as const;

/** Starts a command and goes to its page. */
export function StartRunDialog({ onClose }: { readonly onClose: () => void }) {
  return (
    <CommandDialog<'command' | 'host' | 'cwd'>
      title="Start a run"
      fields={fields}
      check="Keep a shell open in its terminal after it has ended"
      start={async ({ command = '', host = 'local', ...place }, interactive) => {
        const { id } = await call('run.start', { command, host, ...place, interactive });
        navigate(`/runs/${encodeURIComponent(id)}`);
      }}
      onClose={onClose}
    />
  );
}
