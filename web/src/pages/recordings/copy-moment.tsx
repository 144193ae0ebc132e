import { Button } from '../../components/button.js';
import { toast } from '../../components/toast.js';

/** Puts a link to the moment that is shown into the clipboard. */
export function CopyMoment() {
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(location.href);
      toast('The link to this moment is in the clipboard.');
    } catch {
      // A page without TLS has no clipboard in some browsers; the address bar has the same link.
      toast('The browser keeps the clipboard closed. The address of this page is the link.', {
        tone: 'waits',
      });
    }
  };
  return <Button onClick={() => void copy()}>Copy link to this moment</Button>;
}
