import { isAbort } from '../api/call.js';
import { isRequestError } from '../api/request-error.js';
import { Store, useStore } from '../api/store.js';
import type { Tone } from './badge.js';
import { Button } from './button.js';

interface Note {
  readonly id: number;
  readonly tone: Tone;
  readonly text: string;
  readonly suggestion?: string | undefined;
  readonly code?: string | undefined;
}

const notes = new Store<readonly Note[]>([]);
let lastId = 0;

/** Errors stay until they are closed; what went well goes by itself. */
const shownMs = 6_000;
const mostNotes = 4;

/** Tells something in a corner of the page: `toast('The worker api was killed.')`. */
export function toast(text: string, more: Partial<Omit<Note, 'id' | 'text'>> = {}): void {
  lastId += 1;
  const note = { tone: 'good', ...more, text, id: lastId } as const;
  const others = notes.value.filter((other) => other.text !== text);
  notes.set([...others, note].slice(-mostNotes));
  if (note.tone !== 'bad') setTimeout(() => close(note.id), shownMs);
}

/** Shows an error with its code and suggestion. Cancelled requests are not shown. */
export function toastError(error: unknown): void {
  if (isAbort(error)) return;
  const known = isRequestError(error) ? error : undefined;
  toast(known?.message ?? String(error), { tone: 'bad', suggestion: known?.suggestion, code: known?.code });
}

export function Toasts() {
  const shown = useStore(notes);
  return (
    <section className="toasts" aria-label="Messages" aria-live="polite">
      {shown.map(({ id, tone, text, suggestion, code }) => (
        <div key={id} className="toast" data-tone={tone} role={tone === 'bad' ? 'alert' : undefined}>
          <p>{text}</p>
          <Button look="plain" size="small" aria-label={`Close: ${text}`} onClick={() => close(id)}>
            ✕
          </Button>
          {suggestion && <p className="soft">{suggestion}</p>}
          {code && <code>{code}</code>}
        </div>
      ))}
    </section>
  );
}

function close(id: number): void {
  notes.set(notes.value.filter((note) => note.id !== id));
}
