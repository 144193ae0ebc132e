import { type ReactNode, useId } from 'react';
import { useModal } from './use-modal.js';

export interface DialogProps {
  readonly title: string;
  readonly children: ReactNode;
  /** Buttons at its end. */
  readonly actions?: ReactNode;
  readonly onClose: () => void;
}

/** A question or a form in front of the page. The browser keeps the focus in it, and Escape closes it. */
export function Dialog({ title, children, actions, onClose }: DialogProps) {
  const element = useModal();
  const id = useId();
  return (
    <dialog
      ref={element}
      className="dialog"
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      <div className="dialog-body">
        <h2 id={id}>{title}</h2>
        {children}
        {actions && <div className="dialog-actions">{actions}</div>}
      </div>
    </dialog>
  );
}
