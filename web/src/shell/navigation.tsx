import { useState } from 'react';
import { Dialog } from '../components/dialog.js';
import { useInbox } from '../pages/inbox/use-inbox.js';
import { Link } from '../router.js';
import { type NavigationItem, navigation } from '../routes.js';
import { Icon } from './icon.js';

/** How many pages a phone shows at hand. */
const atHand = 4;

export function Navigation({ path }: { readonly path: string }) {
  const [open, setOpen] = useState(false);
  const rest = navigation.slice(atHand);
  return (
    <nav className="navigation" aria-label="Pages">
      <ul>
        {navigation.map((item, index) => (
          <li key={item.path} data-rest={index >= atHand || undefined}>
            <Item item={item} path={path} />
          </li>
        ))}
        {rest.length > 0 && (
          <li className="navigation-more">
            <button
              type="button"
              className="navigation-item"
              aria-haspopup="dialog"
              aria-expanded={open}
              data-current={rest.some((item) => isAt(item, path)) || undefined}
              onClick={() => setOpen(true)}
            >
              <Icon name="more" />
              <span>More</span>
            </button>
          </li>
        )}
      </ul>
      {open && (
        <Dialog title="More pages" onClose={() => setOpen(false)}>
          <ul className="more-pages">
            {rest.map((item) => (
              <li key={item.path}>
                <Item item={item} path={path} onFollow={() => setOpen(false)} />
              </li>
            ))}
          </ul>
        </Dialog>
      )}
    </nav>
  );
}

interface ItemProps {
  readonly item: NavigationItem;
  readonly path: string;
  readonly onFollow?: () => void;
}

function Item({ item, path, onFollow }: ItemProps) {
  return (
    <Link
      to={item.path}
      className="navigation-item"
      current={isAt(item, path)}
      {...(onFollow && { onFollow })}
    >
      <Icon name={item.icon} />
      <span>{item.title}</span>
      {item.counts && <WaitingCount />}
    </Link>
  );
}

function isAt(item: NavigationItem, path: string): boolean {
  return path === item.path || (item.path !== '/' && path.startsWith(`${item.path}/`));
}

function WaitingCount() {
  const count = useInbox().items.length;
  if (count === 0) return null;
  return (
    <span className="count">
      {count}
      <span className="hidden-text"> waiting</span>
    </span>
  );
}
