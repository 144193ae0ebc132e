import type { ConversationEvent } from './message.js';

/**
 * What a reader has not taken yet. A message that is updated before it was taken is told once, as it is now, so that
 * a slow reader gets no more than it can use.
 */
export class PendingEvents {
  #events: ConversationEvent[] = [];

  get size(): number {
    return this.#events.length;
  }

  add(event: ConversationEvent): void {
    const { id } = event.message;
    const at = this.#events.findLastIndex(({ message }) => message.id === id);
    const waiting = this.#events[at];
    const replaces = event.type !== 'withdrawn' && waiting && waiting.type !== 'withdrawn';
    if (!replaces) {
      this.#events.push(event);
    } else if (event.type === 'update' && waiting.type !== 'done') {
      this.#events[at] = { type: waiting.type, message: event.message };
    } else if (event.type === 'done' && waiting.type !== 'message') {
      this.#events.splice(at, 1);
      this.#events.push(event);
    } else {
      this.#events.push(event);
    }
  }

  take(): ConversationEvent | undefined {
    return this.#events.shift();
  }
}
