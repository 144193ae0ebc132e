import type { RefObject } from 'react';
import { Duration } from '../../components/time.js';
import { address, Link } from '../../router.js';
import { hostText } from '../host-text.js';
import { AskedPanel } from '../runs/asked-panel.js';
import type { ReadQuestion } from '../runs/read-question.js';
import { ScreenLook } from '../screen-look.js';
import { answerItem, isHidden } from './answer-item.js';
import { promptText } from './prompt-text.js';
import { hideAnswered, type InboxItem, refreshInbox } from './use-inbox.js';

export interface InboxDetailProps {
  readonly item: InboxItem;
  readonly box: RefObject<HTMLInputElement | null>;
  readonly read: ReadQuestion;
}

/** One question: what is asked, the ways to answer, and the screen behind it. */
export function InboxDetail({ item, box, read }: InboxDetailProps) {
  const prompt = promptText(item);
  const page = item.kind === 'agent' ? '/agents' : '/runs';
  return (
    <section className="inbox-detail" aria-label={item.title}>
      <header className="inbox-detail-head">
        <h2 className="mono">
          <Link to={`${page}/${encodeURIComponent(item.target)}`}>{item.title}</Link>
        </h2>
        <p className="soft">
          {hostText(item.host)} · waits for <Duration since={item.since} />
        </p>
        {item.command !== undefined && item.command !== item.title && (
          <p className="mono faint cut" title={item.command}>
            {item.command}
          </p>
        )}
      </header>
      <div className="panel inbox-question">
        <AskedPanel
          prompt={prompt}
          question={item.question}
          hidden={isHidden(item)}
          options={item.options}
          hasKeys
          input={box}
          read={read}
          onChanged={refreshInbox}
          onAnswer={async (answer) => {
            await answerItem(item, answer);
            hideAnswered(item);
          }}
        />
      </div>
      <ScreenLook target={item.paneId ?? item.target} host={item.host} label={`Screen of ${item.title}`} />
      <p>
        <Link to={address('/pane', { target: item.paneId ?? item.target, host: item.host })}>
          Open the terminal and type there
        </Link>
      </p>
    </section>
  );
}
