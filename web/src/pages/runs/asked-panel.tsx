import type { RefObject } from 'react';
import { isRequestError } from '../../api/request-error.js';
import { Button } from '../../components/button.js';
import type { Answer, AnswerOption } from './answer.js';
import { AnswerForm } from './answer-form.js';
import type { ReadQuestion } from './read-question.js';

export interface AskedPanelProps {
  /** The sentence that asks, for screen readers. */
  readonly prompt: string;
  /** All of the question, where the screen shows more than that. */
  readonly question?: string | undefined;
  readonly hidden: boolean;
  readonly options?: readonly AnswerOption[] | undefined;
  readonly hasKeys?: boolean;
  readonly input?: RefObject<HTMLInputElement | null>;
  readonly read: ReadQuestion;
  readonly onAnswer: (answer: Answer) => Promise<void>;
  /** Asks again what is asked: the program asks something else by now. */
  readonly onChanged: () => void;
}

/** A question with the ways to answer it. One that has changed has to be read before it can be answered. */
export function AskedPanel({ prompt, question, read, onAnswer, onChanged, ...form }: AskedPanelProps) {
  return (
    <>
      <pre className="inbox-prompt mono">{question?.trim() || prompt}</pre>
      {read.changed ? (
        <div className="asked-changed" role="alert">
          <p>The question has changed since you read it. Nothing was sent to this one.</p>
          <Button look="main" onClick={read.accept}>
            I have read it
          </Button>
        </div>
      ) : (
        <AnswerForm
          prompt={prompt}
          {...form}
          onAnswer={async (answer) => {
            try {
              await onAnswer(answer);
              read.answered();
            } catch (error) {
              if (isRequestError(error) && error.code === 'QUESTION_CHANGED') onChanged();
              throw error;
            }
          }}
        />
      )}
    </>
  );
}
