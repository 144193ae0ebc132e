import { openInBrowser } from '../../hosts/index.js';

/** Opens a link in the browser of the person at this machine. Fails with `NO_BROWSER`, which says why. */
export function openLink(url: string): Promise<void> {
  return openInBrowser(url);
}
