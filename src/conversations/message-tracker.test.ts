import { describe, expect, it } from 'vitest';
import type { MessageRole } from './message.js';
import { MessageTracker } from './message-tracker.js';
import type { ParsedMessage } from './parse-messages.js';
import { PendingEvents } from './pending-events.js';

/** Messages of one row each, one below the other. */
function parsed(...said: readonly (readonly [role: MessageRole, text: string])[]): ParsedMessage[] {
  return said.map(([role, text], index) => ({
    role,
    rows: [{ kind: role, marker: '', text, width: 80, joint: undefined, muted: false, shaded: false }],
    first: index * 2,
    last: index * 2,
    truncated: false,
    closed: index < said.length - 1,
  }));
}

const writing = { forgotten: 0, complete: false, settled: false };
const resting = { forgotten: 0, complete: true, settled: true };

function types(tracker: MessageTracker, messages: ParsedMessage[], options = writing): string[] {
  return tracker
    .update(messages, options)
    .map(({ type, message }) => `${type} ${message.id} ${message.text}`);
}

describe('MessageTracker', () => {
  it('tells a message when it comes, as it grows, and when it is complete', () => {
    const tracker = new MessageTracker();
    expect(types(tracker, parsed(['user', 'hi']))).toEqual(['message m1 hi']);
    expect(types(tracker, parsed(['user', 'hi'], ['agent', 'Hel']))).toEqual([
      'done m1 hi',
      'message m2 Hel',
    ]);
    expect(types(tracker, parsed(['user', 'hi'], ['agent', 'Hello']))).toEqual(['update m2 Hello']);
    expect(types(tracker, parsed(['user', 'hi'], ['agent', 'Hello']), resting)).toEqual(['done m2 Hello']);
    expect(types(tracker, parsed(['user', 'hi'], ['agent', 'Hello']))).toEqual([]);
  });

  it('knows a message again that has moved up', () => {
    const tracker = new MessageTracker();
    tracker.update(parsed(['user', 'one'], ['agent', 'First answer.'], ['user', 'two']), resting);
    const moved = parsed(['user', 'one'], ['agent', 'First answer.'], ['user', 'two'], ['agent', 'Second.']);
    expect(types(tracker, moved)).toEqual(['message m4 Second.']);
  });

  it('takes a message that is painted anew from its beginning for the same', () => {
    const tracker = new MessageTracker();
    tracker.update(parsed(['user', 'hi'], ['agent', 'Here is what I found']), writing);
    expect(types(tracker, parsed(['user', 'hi'], ['agent', 'Two']))).toEqual([]);
    expect(types(tracker, parsed(['user', 'hi'], ['agent', 'Here is what I found. Two']))).toEqual([
      'update m2 Here is what I found. Two',
    ]);
  });

  it('tells a prompt that was taken back', () => {
    const tracker = new MessageTracker();
    tracker.update(parsed(['agent', 'Fine.'], ['user', 'never mind']), resting);
    expect(types(tracker, parsed(['agent', 'Fine.']), resting)).toEqual(['withdrawn m2 never mind']);
    expect(types(tracker, parsed(['agent', 'Fine.'], ['user', 'go on']), resting)).toEqual([
      'message m3 go on',
      'done m3 go on',
    ]);
  });

  it('says the same word twice where it was said twice', () => {
    const tracker = new MessageTracker();
    tracker.update(parsed(['user', 'yes'], ['agent', 'OK.']), resting);
    const again = parsed(['user', 'yes'], ['agent', 'OK.'], ['user', 'yes'], ['agent', 'OK.']);
    expect(types(tracker, again, resting)).toEqual([
      'message m3 yes',
      'done m3 yes',
      'message m4 OK.',
      'done m4 OK.',
    ]);
  });

  it('knows a long message again that was not to be seen for a while', () => {
    const tracker = new MessageTracker();
    const text = 'A message that is long enough to be known again.';
    tracker.update(parsed(['user', 'hi'], ['agent', text]), resting);
    tracker.update(parsed(), resting);
    expect(types(tracker, parsed(['agent', text]), resting)).toEqual([]);
  });
});

describe('PendingEvents', () => {
  const event = (type: 'message' | 'update' | 'done', text: string) => ({
    type,
    message: {
      id: 'm1',
      role: 'agent' as const,
      text,
      complete: type === 'done',
      truncated: false,
      rows: undefined,
    },
  });

  it('tells a slow reader only how a message is now', () => {
    const pending = new PendingEvents();
    for (const each of [event('message', 'a'), event('update', 'ab'), event('update', 'abc')])
      pending.add(each);
    expect(pending.take()).toEqual(event('message', 'abc'));
    for (const each of [event('update', 'abcd'), event('update', 'abcde'), event('done', 'abcde')])
      pending.add(each);
    expect(pending.take()).toEqual(event('done', 'abcde'));
    expect(pending.take()).toBeUndefined();
  });
});
