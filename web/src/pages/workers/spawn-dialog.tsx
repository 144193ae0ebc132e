import { call } from '../../api/call.js';
import { CommandDialog } from '../../components/command-dialog.js';
import { toast } from '../../components/toast.js';

export interface SpawnDialogProps {
  readonly onClose: () => void;
  readonly onStarted: () => void;
}

const fields = [
  { key: 'name', label: 'Name', placeholder: 'web', required: true },
  { key: 'command', label: 'Command', placeholder: 'npm run dev', required: true },
  [
    { key: 'host', label: 'Host', placeholder: 'local' },
    { key: 'cwd', label: 'Folder', placeholder: "the server's folder" },
  ],
  { key: 'tags', label: 'Tags, with spaces between' },
] as const;

/** Starts a program under a name. */
export function SpawnDialog({ onClose, onStarted }: SpawnDialogProps) {
  return (
    <CommandDialog<'name' | 'command' | 'host' | 'cwd' | 'tags'>
      title="Start a worker"
      fields={fields}
      check="In a separate Git worktree"
      start={async ({ name = '', command = '', tags, ...place }, worktree) => {
        await call('worker.spawn', {
          name,
          command,
          ...place,
          ...(tags !== undefined && { tags: tags.split(/\s+/) }),
          ...(worktree && { worktree }),
        });
        toast(`${name} was started.`);
        onStarted();
      }}
      onClose={onClose}
    />
  );
}
