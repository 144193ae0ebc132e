import type { AnswerOption } from './answer.js';
import { AnswerForm } from './answer-form.js';
import { answerRun } from './answer-run.js';

export interface RunQuestionProps {
  readonly id: string;
  readonly prompt: string;
  readonly kind: 'line' | 'password' | 'key' | undefined;
  readonly options: readonly AnswerOption[] | undefined;
  readonly onAnswered: () => void;
}

/** What a run asks, answered in place. */
export function RunQuestion({ id, prompt, kind, options, onAnswered }: RunQuestionProps) {
  const asked = prompt.trim() === '' ? 'It waits for input, and has printed no question.' : prompt;
  return (
    <section className="panel question" aria-label="It asks">
      <p className="inbox-prompt mono">{asked}</p>
      <AnswerForm
        prompt={asked}
        hidden={kind === 'password'}
        options={options}
        onAnswer={async (answer) => {
          await answerRun(id, { options, kind }, answer);
          onAnswered();
        }}
      />
    </section>
  );
}
