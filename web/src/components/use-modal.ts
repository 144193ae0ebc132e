import { type RefObject, useLayoutEffect, useRef } from 'react';

/** A dialog in front of the page while it is mounted. Keyboard focus returns to where it was opened. */
export function useModal(): RefObject<HTMLDialogElement | null> {
  const element = useRef<HTMLDialogElement>(null);
  // Before it is taken out of the page: the browser gives the focus back only while it is in it.
  useLayoutEffect(() => {
    const opener = document.activeElement;
    const dialog = element.current;
    dialog?.showModal();
    return () => {
      dialog?.close();
      // What opened it may be switched off or gone until the page is as it will be.
      queueMicrotask(() => focusAgain(opener));
    };
  }, []);
  return element;
}

function focusAgain(opener: Element | null): void {
  if (document.activeElement !== document.body) return;
  if (opener instanceof HTMLElement && opener.isConnected) opener.focus();
  if (document.activeElement === document.body)
    document.getElementById('main')?.focus({ preventScroll: true });
}
