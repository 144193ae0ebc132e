import { describe, expect, it } from 'vitest';
import { style } from '../style.js';
import { eventLine } from './event-line.js';

describe('a line about an event of the inbox', () => {
  it('names what waits, and says what it asks', () => {
    const about = {
      id: 'a1',
      target: 'a1',
      host: 'local',
      title: 'npm init',
      since: '2025-01-24T10:30:00.000Z',
    };
    const item = { ...about, kind: 'run' as const, prompt: 'Name?', fingerprint: 's1.x' };
    const event = { id: 7, type: 'inbox', at: '2025-01-24T10:30:05.000Z', host: 'local', change: 'added' };
    const line = eventLine({ ...event, count: 1, kind: 'run', itemId: 'a1', item }, style(false));
    expect(line).toBe(`     7  10:30:05  inbox             a1  change=added count=1 kind=run asks=Name?\n`);
  });
});
