import { type FormEvent, type RefObject, useState } from 'react';
import { isRequestError } from '../../api/request-error.js';
import { Button } from '../../components/button.js';
import { Problem } from '../../components/problem.js';
import { type Answer, type AnswerOption, optionText } from './answer.js';

export interface AnswerFormProps {
  /** What is asked, for screen readers. */
  readonly prompt: string;
  readonly hidden: boolean;
  readonly options?: readonly AnswerOption[] | undefined;
  /** Whether the page chooses by their place in the list, so that those without a number show it. @default false */
  readonly hasKeys?: boolean;
  /** Sends it; what fails is shown here. */
  readonly onAnswer: (answer: Answer) => Promise<void>;
  readonly input?: RefObject<HTMLInputElement | null>;
}

/** Options as buttons, and a box for everything else. A hidden box is for what must not be shown anywhere. */
export function AnswerForm({
  prompt,
  hidden,
  options = [],
  hasKeys = false,
  onAnswer,
  input,
}: AnswerFormProps) {
  const [text, setText] = useState('');
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(undefined);
  const send = async (answer: Answer): Promise<void> => {
    setBusy(true);
    setError(undefined);
    try {
      await onAnswer(answer);
      setText('');
    } catch (failure) {
      setError(failure);
    } finally {
      setBusy(false);
    }
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const mode = options.length > 0 ? 'other' : 'text';
    if (!busy) void send({ text, mode, secret: hidden });
  };
  return (
    <div className="answer">
      {options.length > 0 && (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset would bring its own looks for no gain.
        <div className="answer-options" role="group" aria-label="Options">
          {options.map((option, index) => (
            <Button
              key={`${option.number ?? index} ${option.label}`}
              className="answer-option"
              disabled={busy}
              data-selected={option.selected || undefined}
              onClick={() => void send({ text: optionText(option), mode: 'option', secret: false })}
            >
              {(hasKeys || option.number !== undefined) && <kbd>{option.number ?? index + 1}</kbd>}
              <span>{shownLabel(option)}</span>
            </Button>
          ))}
        </div>
      )}
      <form className="answer-line" onSubmit={submit}>
        <input
          ref={input}
          className="input mono"
          type={hidden ? 'password' : 'text'}
          autoComplete={hidden ? 'new-password' : 'off'}
          spellCheck={false}
          aria-label={hidden ? `Hidden answer to: ${prompt}` : `Answer to: ${prompt}`}
          placeholder={placeholder(hidden, options.length > 0)}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        <Button type="submit" look="main" disabled={busy}>
          {busy ? 'Sending' : 'Send'}
        </Button>
      </form>
      {hidden && <p className="soft answer-note">Hidden: masked in all logs, events and results.</p>}
      {error !== undefined && <Problem error={isRequestError(error) ? error : { message: String(error) }} />}
    </div>
  );
}

/** What a question calls `y` and `N` is said in words. */
function shownLabel({ label }: AnswerOption): string {
  if (/^y(es)?$/i.test(label)) return 'Yes';
  return /^no?$/i.test(label) ? 'No' : label;
}

function placeholder(hidden: boolean, hasOptions: boolean): string {
  if (hidden) return 'Hidden answer';
  return hasOptions ? 'Or type another answer' : 'Your answer, then Enter';
}
