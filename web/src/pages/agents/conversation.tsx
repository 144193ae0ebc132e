import { useEffect, useRef, useState } from 'react';
import type { Output } from '../../api/operations.js';
import { useQuery } from '../../api/query.js';
import { Button } from '../../components/button.js';
import { Problem } from '../../components/problem.js';
import { Spinner } from '../../components/spinner.js';

type Message = Output<'agent.conversation'>['messages'][number];

export interface ConversationProps {
  readonly target: string;
  readonly working: boolean;
}

/** What was said, as a chat. Tools are folded: their begin tells what they did. */
export function Conversation({ target, working }: ConversationProps) {
  const [limit, setLimit] = useState(40);
  const { data, error } = useQuery(
    'agent.conversation',
    { target, limit, maxBytes: 512 * 1024 },
    { on: ['turn', 'state_changed'] },
  );
  const frame = useRef<HTMLDivElement>(null);
  const last = data?.messages.at(-1);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new last message is the reason to go there.
  useEffect(() => {
    const element = frame.current;
    if (element) element.scrollTop = element.scrollHeight;
  }, [last?.number, last?.text, working]);
  if (error && !data) return <Problem error={error} />;
  if (!data) return <Spinner label="Loading the conversation" />;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard.
    <div className="chat" ref={frame} role="log" aria-label="Conversation" tabIndex={0}>
      {data.hasMore && (
        <Button size="small" onClick={() => setLimit(limit + 100)}>
          Show earlier messages
        </Button>
      )}
      {data.messages.length === 0 && <p className="soft">No messages yet.</p>}
      {data.messages.map((message) => (
        <Said key={message.number} message={message} />
      ))}
      {working && <p className="chat-working soft">works…</p>}
      {data.source === 'screen' && data.messages.length > 0 && (
        <p className="faint chat-note">Read from its screen; text that scrolled off is missing.</p>
      )}
    </div>
  );
}

const speakers = { user: 'You', agent: 'Agent', tool: 'Tool' } as const;

function Said({ message }: { readonly message: Message }) {
  const { role, text, truncated } = message;
  const [first = '', ...rest] = text.trim().split('\n');
  if (role === 'tool' && rest.length > 0)
    return (
      <details className="said" data-role={role}>
        <summary className="mono cut">{first}</summary>
        <pre>{rest.join('\n')}</pre>
      </details>
    );
  return (
    <div className="said" data-role={role}>
      <span className="said-who">{speakers[role]}</span>
      <div className={role === 'tool' ? 'mono' : undefined}>{text.trim()}</div>
      {truncated && <p className="faint">A part of this message is not shown.</p>}
    </div>
  );
}
