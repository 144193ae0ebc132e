import { useStore } from '../../api/store.js';
import { Button } from '../../components/button.js';
import { notifications, switchNotifications } from './notifications.js';

/** Lets the browser notify of waiting items, also when another window is in front. */
export function NotificationSwitch() {
  const state = useStore(notifications);
  if (state === 'impossible') return null;
  if (state === 'denied')
    return (
      <span className="faint">
        The browser does not allow notifications for this page. Its settings for this site can change that.
      </span>
    );
  return (
    <Button aria-pressed={state === 'on'} onClick={() => void switchNotifications()}>
      {state === 'on' ? 'Notifications on' : 'Notify me'}
    </Button>
  );
}
