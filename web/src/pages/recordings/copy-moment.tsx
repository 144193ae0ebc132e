import { Button } from '../../components/button.js';
import { toast } from '../../components/toast.js';

/** Puts a link to the moment that is shown into the clipboard. */
export function CopyMoment() {
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(location.href);
      toast('Copied a link to this moment.');
    } catch {
      // A page without TLS has no clipboard in some browsers; the address bar has the same link.
      toast('The browser does not allow access to the clipboard. Copy the URL of this page instead.', {
        tone: 'waits',
      });
    }
  };
  return <Button onClick={() => void copy()}>Copy link to this moment</Button>;
}
