import type { ReactNode } from 'react';
import { Button } from './button.js';
import { Dialog } from './dialog.js';

export interface ConfirmDialogProps {
  readonly title: string;
  /** What will happen, and what will not come back. */
  readonly children: ReactNode;
  /** The deed as a verb: `Kill api`. */
  readonly action: string;
  readonly busy?: boolean;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

/** Asks before something ends or is removed. The harmless answer comes first, so it has the focus. */
export function ConfirmDialog({ title, children, action, busy, onConfirm, onClose }: ConfirmDialogProps) {
  const actions = (
    <>
      <Button onClick={onClose}>Cancel</Button>
      <Button look="danger" onClick={onConfirm} disabled={busy ?? false}>
        {action}
      </Button>
    </>
  );
  return (
    <Dialog title={title} onClose={onClose} actions={actions}>
      <div>{children}</div>
    </Dialog>
  );
}
