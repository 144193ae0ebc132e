import { useEffect, useRef, useState } from 'react';
import { useStore } from '../../api/store.js';
import { EmptyState } from '../../components/empty-state.js';
import { Problem } from '../../components/problem.js';
import { Spinner } from '../../components/spinner.js';
import { toastError } from '../../components/toast.js';
import { Link, navigate, usePlace } from '../../router.js';
import { optionText } from '../runs/answer.js';
import { useReadQuestion } from '../runs/read-question.js';
import { tour } from '../tour/tour-control.js';
import { answerItem } from './answer-item.js';
import { InboxDetail } from './inbox-detail.js';
import { InboxList } from './inbox-list.js';
import { keptSelection, movedSelection } from './inbox-selection.js';
import { NotificationSwitch } from './notification-switch.js';
import { hideAnswered, type InboxItem, refreshInbox, useInbox } from './use-inbox.js';
import { useInboxKeys } from './use-inbox-keys.js';
import './inbox.css';

/** Everything that waits for a person, and the place to answer it, by keyboard alone. */
export function InboxPage() {
  const { items, loaded, error } = useInbox();
  const { selected, select } = useSelection(items);
  const box = useRef<HTMLInputElement>(null);
  const item = items.find(({ id }) => id === selected);
  const read = useReadQuestion(item?.id ?? '', item?.fingerprint);
  useInboxKeys({
    onMove: (step) => select(movedSelection(items, selected, step)),
    onOption: (number) => {
      const option = item?.options?.find((one, index) => (one.number ?? index + 1) === number);
      if (!item || !option || read.changed) return false;
      const show = hideAnswered(item);
      answerItem(item, { text: optionText(option), mode: 'option', secret: false }).catch(
        (failure: unknown) => {
          show();
          refreshInbox();
          toastError(failure);
        },
      );
      return true;
    },
    onEnter: () => box.current?.focus(),
  });
  return (
    <>
      <div className="page-head">
        <h1>Inbox</h1>
        <NotificationSwitch />
      </div>
      {error && <Problem error={error} />}
      {!loaded && <Spinner label="Loading the inbox" />}
      {loaded && !error && items.length === 0 && <NobodyWaits />}
      {item && (
        <div className="inbox">
          <InboxList items={items} selected={item.id} onSelect={select} />
          <InboxDetail key={item.id} item={item} box={box} read={read} />
        </div>
      )}
    </>
  );
}

/** The selected item is in the address: a link to a question works. */
function useSelection(items: readonly InboxItem[]): {
  readonly selected: string | undefined;
  select(id: string | undefined): void;
} {
  const { search } = usePlace();
  const before = useRef<readonly InboxItem[]>([]);
  const [chosen, setChosen] = useState(search.get('item') ?? undefined);
  const going = useStore(tour);
  // The question of the tour may be a moment late: nobody shall take that of another program for it.
  const awaited =
    going.is === 'on' && chosen === going.runId && before.current.every(({ id }) => id !== chosen);
  const selected = awaited ? chosen : keptSelection(before.current, items, chosen);
  useEffect(() => {
    before.current = items;
    setChosen(selected);
  }, [items, selected]);
  const select = (id: string | undefined): void => {
    setChosen(id);
    if (id !== undefined) navigate(`/inbox?item=${encodeURIComponent(id)}`, { replace: true });
  };
  return { selected, select };
}

function NobodyWaits() {
  return (
    <EmptyState title="Nothing needs your answer">
      <p>
        When a run asks for a name or a password, or an agent wants permission or a choice, it is here in the
        same moment, with its options as buttons and its screen beside it.
      </p>
      <p>
        <Link to="/runs">Runs</Link> and <Link to="/agents">agents</Link> that work are not shown here.
      </p>
    </EmptyState>
  );
}
