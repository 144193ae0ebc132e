import { LiveRedactor } from '../redaction/live-redactor.js';
import type { Message } from './message.js';

export interface ConversationRedaction {
  /**
   * Whether tokens, passwords and private keys are hidden in what is given out.
   * @default true
   */
  readonly redact?: boolean;
  /** Values that are hidden besides, word for word. @default [] */
  readonly secrets?: readonly string[];
}

/** Makes messages fit to be given out. */
export function messageRedactor({
  redact = true,
  secrets = [],
}: ConversationRedaction): (message: Message) => Message {
  if (!redact) return (message) => message;
  const redactor = new LiveRedactor({ secrets });
  return (message) => {
    const text = redactor.text(message.complete ? message.text : withoutUnfinishedWord(message.text));
    return text === message.text ? message : { ...message, text };
  };
}

/** Half of a secret is not recognised as one: a long word at the end waits until it is whole. */
function withoutUnfinishedWord(text: string): string {
  return text.replace(/\S{12,}$/u, '');
}
