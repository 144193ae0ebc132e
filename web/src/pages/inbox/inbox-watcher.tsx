import { useEffect, useRef } from 'react';
import { newcomers } from './inbox-selection.js';
import { notify } from './notifications.js';
import { type InboxItem, useInbox } from './use-inbox.js';

/**
 * On every page: the number of waiting items is in the title of the tab, and a user who opted in is notified of
 * each new one.
 */
export function InboxWatcher({ title }: { readonly title: string }) {
  const { items, loaded } = useInbox();
  const before = useRef<readonly InboxItem[] | undefined>(undefined);
  useEffect(() => {
    document.title = `${items.length > 0 ? `(${items.length}) ` : ''}${title} · muxwright`;
  }, [items.length, title]);
  useEffect(() => {
    if (!loaded) return;
    // Items that were waiting when the page was opened cause no notification.
    if (before.current) for (const item of newcomers(before.current, items)) notify(item);
    before.current = items;
  }, [items, loaded]);
  return null;
}
