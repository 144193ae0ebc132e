import type { RefObject } from 'react';
import { Duration } from '../../components/time.js';
import { address, Link } from '../../router.js';
import { hostText } from '../host-text.js';
import { AnswerForm } from '../runs/answer-form.js';
import { ScreenLook } from '../screen-look.js';
import { answerItem, isHidden } from './answer-item.js';
import { promptText } from './prompt-text.js';
import { hideAnswered, type InboxItem } from './use-inbox.js';

export interface InboxDetailProps {
  readonly item: InboxItem;
  readonly box: RefObject<HTMLInputElement | null>;
}

/** One question: what is asked, the ways to answer, and the screen behind it. */
export function InboxDetail({ item, box }: InboxDetailProps) {
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
      </header>
      <div className="panel inbox-question">
        <p className="inbox-prompt mono">{prompt}</p>
        <AnswerForm
          prompt={prompt}
          hidden={isHidden(item)}
          options={item.options}
          hasKeys
          input={box}
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
