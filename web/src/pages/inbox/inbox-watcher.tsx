import { useEffect, useRef } from 'react';
import { newcomers } from './inbox-selection.js';
import { notify } from './notifications.js';
import { type InboxItem, useInbox } from './use-inbox.js';

/** On every page: how many wait is in the title of the tab, and who opted in hears of each that comes. */
export function InboxWatcher({ title }: { readonly title: string }) {
  const { items, loaded } = useInbox();
  const before = useRef<readonly InboxItem[] | undefined>(undefined);
  useEffect(() => {
    document.title = `${items.length > 0 ? `(${items.length}) ` : ''}${title} · muxwright`;
  }, [items.length, title]);
  useEffect(() => {
    if (!loaded) return;
    // What waited when the page was opened is no news.
    if (before.current) for (const item of newcomers(before.current, items)) notify(item);
    before.current = items;
  }, [items, loaded]);
  return null;
}
