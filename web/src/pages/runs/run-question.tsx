import { call } from '../../api/call.js';
import { AnswerForm } from './answer-form.js';

export interface RunQuestionProps {
  readonly id: string;
  readonly prompt: string;
  readonly kind: 'line' | 'password' | 'key' | undefined;
  readonly onAnswered: () => void;
}

/** What a run asks, answered in place. */
export function RunQuestion({ id, prompt, kind, onAnswered }: RunQuestionProps) {
  const asked = prompt.trim() === '' ? 'It waits for input, and has printed no question.' : prompt;
  return (
    <section className="panel question" aria-label="It asks">
      <p className="inbox-prompt mono">{asked}</p>
      <AnswerForm
        prompt={asked}
        hidden={kind === 'password'}
        onAnswer={async ({ text, secret }) => {
          await call('run.input', { run: id, text, secret, enter: kind !== 'key' });
          onAnswered();
        }}
      />
    </section>
  );
}
