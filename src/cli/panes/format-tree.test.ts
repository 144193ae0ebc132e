import { describe, expect, it } from 'vitest';
import type { PaneNode, SessionTree } from '../../operations/panes/session-tree.js';
import { style } from '../style.js';
import { formatTree } from './format-tree.js';

describe('formatTree', () => {
  it('shows sessions, windows and panes, with columns in line', () => {
    const tree: SessionTree = {
      host: 'local',
      sessions: [
        {
          id: '$0',
          name: 'work',
          attached: 2,
          createdAt: new Date(0),
          windows: [
            {
              id: '@0',
              index: 0,
              name: 'edit',
              panes: [pane('%0', 'vim'), pane('%12', 'make', { width: 120 })],
            },
            { id: '@1', index: 3, name: 'logs', panes: [pane('%3', 'tail', { cwd: '/var/log' })] },
          ],
        },
        {
          id: '$4',
          name: 'odd\x1b[31m',
          attached: 0,
          createdAt: new Date(0),
          windows: [
            {
              id: '@7',
              index: 0,
              name: 'done',
              panes: [
                pane('%8', '', { dead: true, deadStatus: 3 }),
                pane('%9', 'sh', { dead: true, cwd: '/a\nb' }),
              ],
            },
          ],
        },
      ],
    };
    expect(`${formatTree(tree, style(false)).join('\n')}\n`).toBe(
      `work ($0, 2 attached)
├─ 0: edit
│  ├─ %0   vim   80x24   /src
│  └─ %12  make  120x24  /src
└─ 3: logs
   └─ %3  tail  80x24  /var/log
odd?[31m ($4)
└─ 0: done
   ├─ %8  ended with 3  80x24  /src
   └─ %9  ended         80x24  /a?b
`,
    );
  });

  it('says how to start a session if there are no sessions', () => {
    expect(formatTree({ host: 'docker://box?socket=w', sessions: [] }, style(false))).toEqual([
      'No tmux session on docker://box?socket=w. Start one with: docker exec box tmux -L w new-session -d -s work',
    ]);
  });
});

function pane(id: string, command: string, more: Partial<PaneNode> = {}): PaneNode {
  const size = { width: 80, height: 24 };
  const rest = { index: 0, active: true, title: '', cwd: '/src', pid: 1, dead: false, deadStatus: undefined };
  return { id, command, ...size, ...rest, ...more };
}
