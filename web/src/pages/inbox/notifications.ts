import { Store } from '../../api/store.js';
import { remembered } from '../../remembered.js';
import { navigate } from '../../router.js';
import type { InboxItem } from './use-inbox.js';

const wish = remembered('notify', false);

/** Whether browser notifications are on: only if the user wants them and the browser allows them. */
export const notifications = new Store(now());

export async function switchNotifications(): Promise<void> {
  if (notifications.value === 'on') wish.write(false);
  else wish.write((await Notification.requestPermission()) === 'granted');
  notifications.set(now());
}

/**
 * Shows a notification of a question; a click on it opens it. If the page is in front, no notification is shown.
 */
export function notify(item: InboxItem): void {
  if (notifications.value !== 'on' || !document.hidden) return;
  const note = noteOf(item);
  note?.addEventListener('click', () => {
    window.focus();
    navigate(`/inbox?item=${encodeURIComponent(item.id)}`);
    note.close();
  });
}

/** Several tabs use the same tag for the same item, and the browser shows one notification. */
function noteOf(item: InboxItem): Notification | undefined {
  try {
    return new Notification(item.title, { body: item.prompt ?? 'It waits for input.', tag: item.id });
  } catch {
    // Phones have the permission, but let no page do it.
    notifications.set('impossible');
    return undefined;
  }
}

function now(): 'impossible' | 'denied' | 'off' | 'on' {
  if (!('Notification' in window)) return 'impossible';
  if (Notification.permission === 'denied') return 'denied';
  return wish.read() && Notification.permission === 'granted' ? 'on' : 'off';
}

/** The person may change it in the settings of the browser at any time. */
async function followPermission(): Promise<void> {
  const permission = await navigator.permissions?.query({ name: 'notifications' });
  permission?.addEventListener('change', () => notifications.set(now()));
}

void followPermission().catch(() => undefined);
