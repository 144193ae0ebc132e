import { type FormEvent, type KeyboardEvent, useState } from 'react';
import { call } from '../../api/call.js';
import type { RequestError } from '../../api/request-error.js';
import { Button } from '../../components/button.js';
import { Problem } from '../../components/problem.js';
import { toast } from '../../components/toast.js';

export interface SendFormProps {
  readonly target: string;
  readonly name: string;
  readonly onSent: () => void;
}

/** A prompt for an agent. Enter sends, Shift and Enter begins a line. */
export function SendForm({ target, name, onSent }: SendFormProps) {
  const [text, setText] = useState('');
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<RequestError | undefined>(undefined);
  const send = async (): Promise<void> => {
    if (busy || text.trim() === '') return;
    setBusy(true);
    setError(undefined);
    try {
      const { status, receipt } = await call('agent.send', { target, text });
      if (status === 'unconfirmed')
        toast('There is no proof that the text arrived. Check the terminal before you send it again.', {
          tone: 'waits',
        });
      else toast(receipt ? `Arrived: ${status}.` : `Sent: ${status}.`);
      setText('');
      onSent();
    } catch (failure) {
      setError(failure as RequestError);
    } finally {
      setBusy(false);
    }
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    void send();
  };
  const press = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    void send();
  };
  return (
    <form className="chat-form" onSubmit={submit}>
      <textarea
        className="input"
        rows={3}
        aria-label={`Text for ${name}`}
        placeholder={`Text for ${name}. Enter sends, Shift+Enter starts a new line.`}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={press}
      />
      <Button type="submit" look="main" disabled={busy || text.trim() === ''}>
        {busy ? 'Sending' : 'Send'}
      </Button>
      {error && <Problem error={error} />}
    </form>
  );
}
