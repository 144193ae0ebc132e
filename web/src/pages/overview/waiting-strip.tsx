import { Badge } from '../../components/badge.js';
import { Time } from '../../components/time.js';
import { address, Link } from '../../router.js';
import { promptText } from '../inbox/prompt-text.js';
import type { InboxItem } from '../inbox/use-inbox.js';

/** What waits for a person, above everything else. */
export function WaitingStrip({ items }: { readonly items: readonly InboxItem[] }) {
  if (items.length === 0) return null;
  return (
    <section className="waiting" aria-label="Waiting for you">
      <h2>
        <Badge bare tone="waits">
          Waiting for you
        </Badge>
      </h2>
      <ul>
        {items.slice(0, mostShown).map((item) => (
          <li key={item.id}>
            <Link to={address('/inbox', { item: item.id })} className="waiting-item">
              <strong className="cut">{item.title}</strong>
              <span className="mono cut">{promptText(item)}</span>
              <span className="faint">
                <Time at={item.since} />
              </span>
            </Link>
          </li>
        ))}
      </ul>
      {items.length > mostShown && <Link to="/inbox">All {items.length}</Link>}
    </section>
  );
}

const mostShown = 4;
