import type { AnswerOption } from './answer.js';
import { answerRun } from './answer-run.js';
import { AskedPanel } from './asked-panel.js';
import { useReadQuestion } from './read-question.js';

export interface RunQuestionProps {
  readonly id: string;
  readonly prompt: string;
  readonly question: string | undefined;
  readonly fingerprint: string | undefined;
  readonly kind: 'line' | 'password' | 'key' | undefined;
  readonly options: readonly AnswerOption[] | undefined;
  readonly refresh: () => void;
}

/** What a run asks, answered in place. */
export function RunQuestion(props: RunQuestionProps) {
  const { id, prompt, question, fingerprint, kind, options, refresh } = props;
  const read = useReadQuestion(id, fingerprint);
  const asked = prompt.trim() === '' ? 'It waits for input without a question.' : prompt;
  return (
    <section className="panel question" aria-label="It asks">
      <AskedPanel
        prompt={asked}
        question={question}
        hidden={kind === 'password'}
        options={options}
        read={read}
        onChanged={refresh}
        onAnswer={async (answer) => {
          await answerRun(id, { kind, fingerprint }, answer);
          refresh();
        }}
      />
    </section>
  );
}
