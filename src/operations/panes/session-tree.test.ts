import { expect, it } from 'vitest';
import type { PaneInfo, SessionInfo } from '../../tmux/infos.js';
import { sessionTree } from './session-tree.js';

it('puts windows under each session that has them, also those linked into two', () => {
  const sessions = [session('$0', 'a'), session('$1', 'b')];
  const panes = [
    pane('$0', '@0', '%0'),
    pane('$0', '@0', '%1'),
    pane('$1', '@0', '%0'),
    pane('$1', '@5', '%7'),
  ];
  const tree = sessionTree('local', sessions, panes);
  const ids = tree.sessions.map(({ name, windows }) => [
    name,
    windows.map((window) => [window.id, window.panes.map(({ id }) => id)]),
  ]);
  expect(ids).toEqual([
    ['a', [['@0', ['%0', '%1']]]],
    [
      'b',
      [
        ['@0', ['%0']],
        ['@5', ['%7']],
      ],
    ],
  ]);
});

it('is empty where there are no sessions', () => {
  expect(sessionTree('local', [], [])).toEqual({ host: 'local', sessions: [] });
});

function session(id: string, name: string): SessionInfo {
  return { id, name, windows: 1, attached: 0, createdAt: new Date(0), cwd: '/' };
}

function pane(sessionId: string, windowId: string, id: string): PaneInfo {
  return {
    ...{ id, windowId, sessionId, sessionName: '', windowName: 'w', windowIndex: 0, index: 0, active: true },
    ...{ title: '', cwd: '/', command: 'sh', pid: 1, tty: '', width: 80, height: 24 },
    ...{ dead: false, deadStatus: undefined, deadSignal: undefined, inMode: false, alternate: false },
    ...{ piped: false, historySize: 0, historyLimit: 0 },
  };
}
