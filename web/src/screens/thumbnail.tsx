import { useEffect, useRef, useState } from 'react';
import { useStore } from '../api/store.js';
import { screenFeed } from './screen-feed.js';
import { ScreenText } from './screen-text.js';
import './thumbnail.css';

export interface ThumbnailProps {
  readonly host: string;
  readonly windowId: string;
  readonly paneId: string;
  readonly columns: number;
}

/** The screen of a pane as small text. It is asked for only while it is in sight. */
export function Thumbnail({ host, windowId, paneId, columns }: ThumbnailProps) {
  const element = useRef<HTMLSpanElement>(null);
  const [isSeen, setSeen] = useState(false);
  const screen = useStore(screenFeed.screen({ host, windowId, paneId }));
  useEffect(() => {
    const observer = new IntersectionObserver(([entry]) => setSeen(entry?.isIntersecting ?? false), {
      rootMargin: '100px',
    });
    if (element.current) observer.observe(element.current);
    return () => observer.disconnect();
  }, []);
  useEffect(
    () => (isSeen ? screenFeed.watch({ host, windowId, paneId }) : undefined),
    [isSeen, host, windowId, paneId],
  );
  return (
    <span
      ref={element}
      className="thumbnail"
      data-alternate={screen?.alternate || undefined}
      aria-hidden="true"
      style={{ '--letters': screen?.width ?? columns } as React.CSSProperties}
    >
      <span className="thumbnail-room" />
      {screen && <ScreenText ansi={screen.ansi} />}
    </span>
  );
}
