import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseNotification } from './notification.js';

describe('parseNotification', () => {
  it.each([
    ['%sessions-changed', { type: 'sessions-changed' }],
    ['%session-changed $3 my work', { type: 'session-changed', session: '$3', name: 'my work' }],
    ['%session-renamed $3 new name', { type: 'session-renamed', session: '$3', name: 'new name' }],
    ['%session-renamed only name', { type: 'session-renamed', session: undefined, name: 'only name' }],
    ['%session-window-changed $1 @4', { type: 'session-window-changed', session: '$1', window: '@4' }],
    [
      '%client-session-changed /dev/pts/1 $2 x',
      { type: 'client-session-changed', client: '/dev/pts/1', session: '$2', name: 'x' },
    ],
    ['%client-detached /dev/pts/1', { type: 'client-detached', client: '/dev/pts/1' }],
    ['%window-add @5', { type: 'window-add', window: '@5', linked: true }],
    ['%unlinked-window-close @5', { type: 'window-close', window: '@5', linked: false }],
    ['%window-renamed @5 a b', { type: 'window-renamed', window: '@5', name: 'a b', linked: true }],
    [
      '%layout-change @1 b25d,80x24 b25d,80x24 *',
      { type: 'layout-change', window: '@1', layout: 'b25d,80x24' },
    ],
    ['%window-pane-changed @1 %2', { type: 'window-pane-changed', window: '@1', pane: '%2' }],
    ['%pane-mode-changed %9', { type: 'pane-mode-changed', pane: '%9' }],
    ['%pause %9', { type: 'pause', pane: '%9' }],
    ['%continue %9', { type: 'continue', pane: '%9' }],
    ['%paste-buffer-changed b1', { type: 'paste-buffer-changed', buffer: 'b1' }],
    [
      '%subscription-changed dead-2 $1 @1 1 %2 : 1 : 0',
      { type: 'subscription-changed', name: 'dead-2', pane: '%2', value: '1 : 0' },
    ],
    ['%exit', { type: 'exit', reason: undefined }],
    ['%exit too far behind', { type: 'exit', reason: 'too far behind' }],
    ['%from-the-future 1 2', { type: 'other', line: '%from-the-future 1 2' }],
    ['%window-add nonsense', { type: 'other', line: '%window-add nonsense' }],
  ])('understands %s', (line, expected) => {
    expect(parseNotification(line)).toEqual(expected);
  });

  it('never throws', () => {
    const names = fc.constantFrom(
      'window-add',
      'pause',
      'exit',
      'constructor',
      '__proto__',
      'subscription-changed',
      'x',
    );
    fc.assert(
      fc.property(
        names,
        fc.string(),
        (name, rest) => typeof parseNotification(`%${name} ${rest}`).type === 'string',
      ),
    );
  });
});
