import type { ConversationEvent, Message } from './message.js';
import { messageText } from './message-text.js';
import type { ParsedMessage } from './parse-messages.js';
import { findAgain, isUntouched, LONG_TEXT, packedText, type TrackedMessage } from './tracked-message.js';

export interface TrackOptions {
  /** How many rows were forgotten before the first one that was parsed. */
  readonly forgotten: number;
  /** Whether the last message is known to be complete. */
  readonly complete: boolean;
  /** Whether the screen has stood still. */
  readonly settled: boolean;
}

/**
 * Reports what is new in a conversation that is parsed repeatedly: it finds each message again, although the
 * screen has scrolled, was repainted, or has another width.
 */
export class MessageTracker {
  #messages: TrackedMessage[] = [];
  /** Long ones that were not to be seen any more; if they come back, they are nothing new. */
  #vanished: TrackedMessage[] = [];
  #count = 0;

  get last(): Message | undefined {
    return this.#messages.at(-1)?.message;
  }

  get messages(): readonly Message[] {
    return this.#messages.map(({ message }) => message);
  }

  update(parsed: readonly ParsedMessage[], options: TrackOptions): ConversationEvent[] {
    const events: ConversationEvent[] = [];
    const before = this.#messages;
    let from = 0;
    this.#messages = parsed.map((each, index) => {
      const found = findAgain(before, from, each, options.forgotten + each.first);
      if (found >= 0) from = found + 1;
      const old = found >= 0 ? before[found] : this.#takeVanished(each);
      const closed = each.closed || index < parsed.length - 1 || options.complete;
      const tracked = this.#track(old, each, closed, options);
      if (tracked.message !== old?.message) events.push(...changes(old?.message, tracked.message));
      return tracked;
    });
    return [...this.#forgetGone(before), ...events];
  }

  #track(
    old: TrackedMessage | undefined,
    each: ParsedMessage,
    closed: boolean,
    { forgotten, settled }: TrackOptions,
  ): TrackedMessage {
    const place = forgotten + each.first;
    const { rows } = each;
    if (old && isUntouched(old, each) && old.message.complete === closed) return { ...old, place };
    // The beginning of an old message was forgotten: it was told whole.
    if (old?.message.complete && each.truncated && !old.message.truncated && old.place < forgotten)
      return old;
    const packed = packedText(each);
    // What was complete stays so until more of it is seen.
    const complete = closed || (old?.message.complete === true && old.packed === packed);
    // A program that repaints a part of its text shows less of it for a moment.
    const shrunk = old && !settled && !complete && packed.length < old.packed.length;
    if (shrunk) return { ...old, rows, place };
    const message: Message = {
      id: old?.message.id ?? `m${++this.#count}`,
      role: each.role,
      text: messageText(rows),
      complete,
      truncated: each.truncated,
      rows: undefined,
    };
    return { message: old && isAlike(old.message, message) ? old.message : message, packed, rows, place };
  }

  #takeVanished(each: ParsedMessage): TrackedMessage | undefined {
    if (this.#vanished.length === 0) return undefined;
    const packed = packedText(each);
    const at = this.#vanished.findIndex((old) => old.message.role === each.role && old.packed === packed);
    return at < 0 ? undefined : this.#vanished.splice(at, 1)[0];
  }

  #forgetGone(before: readonly TrackedMessage[]): ConversationEvent[] {
    const kept = new Set(this.#messages.map(({ message }) => message.id));
    const gone = before.filter(({ message }) => !kept.has(message.id));
    const long = gone.filter(({ packed }) => packed.length >= LONG_TEXT);
    this.#vanished = [...this.#vanished, ...long].slice(-MOST_VANISHED);
    const [only] = gone;
    // A prompt that was the last message has gone back into the input box.
    const withdrawn = gone.length === 1 && only?.message.role === 'user' && only === before.at(-1);
    return withdrawn ? [{ type: 'withdrawn', message: only.message }] : [];
  }
}

const MOST_VANISHED = 50;

function isAlike(old: Message, message: Message): boolean {
  return (
    old.text === message.text &&
    old.role === message.role &&
    old.truncated === message.truncated &&
    old.complete === message.complete
  );
}

function changes(old: Message | undefined, message: Message): ConversationEvent[] {
  const events: ConversationEvent[] = [];
  if (!old) events.push({ type: 'message', message });
  else if (old.text !== message.text || old.role !== message.role || old.truncated !== message.truncated) {
    events.push({ type: 'update', message });
  }
  if (message.complete) events.push({ type: 'done', message });
  return events;
}
