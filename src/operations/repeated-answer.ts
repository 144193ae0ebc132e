/**
 * Answers that an operation gives again as they are, as long as nothing has changed. Each is checked once, and written as
 * JSON once: for a thousand panes both take longer than all the rest. Nobody may change such an answer.
 */
export class RepeatedAnswers<Answer extends object> {
  readonly #answers = new Map<string, { readonly state: string; readonly answer: Answer }>();

  /** The answer to this question that was given in the same state, if there is one. */
  get(question: string, state: string): Answer | undefined {
    const known = this.#answers.get(question);
    return known?.state === state ? known.answer : undefined;
  }

  set(question: string, state: string, answer: Answer): Answer {
    this.#answers.delete(question);
    this.#answers.set(question, { state, answer });
    const [oldest] = this.#answers.keys();
    if (this.#answers.size > MOST && oldest !== undefined) this.#answers.delete(oldest);
    repeated.set(answer, {});
    return answer;
  }
}

/** Different questions of which one answer is kept. */
const MOST = 20;

/** What an answer that may be given again was checked to be; checked now where it was not yet. */
export function checkedOnce<Output extends object>(answer: object, check: () => Output): Output {
  const known = repeated.get(answer);
  if (!known) return check();
  if (!known.checked) {
    known.checked = check();
    // It is what faces get, and write.
    repeated.set(known.checked, known);
  }
  return known.checked as Output;
}

/** The JSON of an answer that may be given again, in UTF-8; `undefined` for every other one. */
export function writtenOnce(answer: unknown): Buffer | undefined {
  const known = typeof answer === 'object' && answer !== null ? repeated.get(answer) : undefined;
  if (!known) return undefined;
  known.json ??= Buffer.from(JSON.stringify(answer));
  return known.json;
}

const repeated = new WeakMap<object, { checked?: object; json?: Buffer }>();
