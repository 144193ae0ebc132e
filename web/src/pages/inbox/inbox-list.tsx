import { useEffect, useRef } from 'react';
import { Badge } from '../../components/badge.js';
import { Time } from '../../components/time.js';
import { hostText } from '../host-text.js';
import { promptText } from './prompt-text.js';
import type { InboxItem } from './use-inbox.js';

export interface InboxListProps {
  readonly items: readonly InboxItem[];
  readonly selected: string;
  readonly onSelect: (id: string) => void;
}

export function InboxList({ items, selected, onSelect }: InboxListProps) {
  return (
    <nav className="inbox-list" aria-label="Waiting">
      <ul>
        {items.map((item) => (
          <li key={item.id}>
            <Item item={item} current={item.id === selected} onSelect={() => onSelect(item.id)} />
          </li>
        ))}
      </ul>
      <p className="faint inbox-keys">
        <kbd>j</kbd> <kbd>k</kbd> move <kbd>1</kbd>–<kbd>9</kbd> choose <kbd>Enter</kbd> write <kbd>Esc</kbd>{' '}
        back
      </p>
    </nav>
  );
}

interface ItemProps {
  readonly item: InboxItem;
  readonly current: boolean;
  readonly onSelect: () => void;
}

function Item({ item, current, onSelect }: ItemProps) {
  const element = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (current) element.current?.scrollIntoView({ block: 'nearest' });
  }, [current]);
  return (
    <button
      ref={element}
      type="button"
      className="inbox-item"
      aria-current={current ? 'true' : undefined}
      onClick={onSelect}
    >
      <span className="inbox-item-head">
        <Badge bare tone="waits">
          {item.title}
        </Badge>
        <Time at={item.since} />
      </span>
      <span className="inbox-item-prompt">{lastLine(promptText(item))}</span>
      <span className="inbox-item-title cut faint">
        {item.kind} · {hostText(item.host)}
      </span>
    </button>
  );
}

/** A question stands at the end of what is asked. */
function lastLine(prompt: string): string {
  return (
    prompt
      .trim()
      .split('\n')
      .findLast((line) => line.trim() !== '') ?? prompt
  );
}
