import { describe, expect, it } from 'vitest';
import type {
  InitData,
  KillData,
  ListData,
  ReadData,
  SendData,
  SplitData,
  WindowData,
} from '../../../src/api/workspace.js';
import { openWorkspace } from '../workspace/open-workspace.js';

/** The answers as callers have them in their own code, word for word. */
type Answer<Data> = { success: true; data: Data } | { success: false; error: string; suggestion: string };
interface Init {
  session: string;
  windows: { id: number; name: string; panes: number }[];
  active_pane: string;
}
interface Send {
  pane: string;
  command: string;
  sent_at: string;
}
interface Read {
  pane: string;
  output: string;
  lines_captured: number;
  cursor_position: string;
  has_more: boolean;
}
interface Split {
  pane: string;
  window: number;
  title: string;
  cwd: string;
}
interface List {
  session: string;
  windows: {
    id: number;
    name: string;
    panes: { id: string; title: string; cwd: string; active: boolean; running: string | null }[];
  }[];
}
interface Kill {
  killed: string;
  type: 'pane' | 'window';
}
interface Window {
  window: number;
  name: string;
  pane: string;
}

/** Compiles where what we export can be used as what the caller has. */
type Fits<Ours extends Callers, Callers> = [Ours, Callers];
type _Shapes = [
  Fits<InitData, Init>,
  Fits<SendData, Send>,
  Fits<ReadData, Read>,
  Fits<SplitData, Split>,
  Fits<ListData, List>,
  Fits<KillData, Kill>,
  Fits<WindowData, Window>,
];

describe('the exported TmuxCapability', () => {
  it('answers in the shapes of the interface', async () => {
    await using workspace = await openWorkspace();
    const execute = async <Data>(tag: string): Promise<Data> => {
      const answer = (await workspace.capability.execute(tag)) as Answer<Data>;
      if (!answer.success) throw new Error(`${answer.error} ${answer.suggestion}`);
      return answer.data;
    };
    const init = await execute<Init>('<capability name="tmux" action="init" />');
    expect(init).toEqual({
      session: 'artie',
      windows: [{ id: 0, name: 'workspace', panes: 1 }],
      active_pane: '0.0',
    });
    const send = await execute<Send>(
      '<capability name="tmux" action="send" pane="0.0" command="echo hello" />',
    );
    expect(send).toMatchObject({ pane: '0.0', command: 'echo hello', sent_at: expect.stringMatching(/Z$/) });
    const read = async (): Promise<Read> =>
      execute<Read>('<capability name="tmux" action="read" pane="0.0" lines="50" />');
    await expect.poll(async () => (await read()).output).toMatch(/^hello$/m);
    const { pane, lines_captured, cursor_position, has_more } = await read();
    expect({ pane, lines_captured, cursor_position, has_more }).toEqual({
      pane: '0.0',
      lines_captured: expect.any(Number),
      cursor_position: expect.stringMatching(/^\d+$/),
      has_more: expect.any(Boolean),
    });
    const split = await execute<Split>(
      '<capability name="tmux" action="split" window="0" direction="vertical" />',
    );
    expect(split).toEqual({ pane: '0.1', window: 0, title: expect.any(String), cwd: workspace.folder });
    const window = await execute<Window>('<capability name="tmux" action="window" name="experiments" />');
    expect(window).toEqual({ window: 1, name: 'experiments', pane: '1.0' });
    const list = await execute<List>('<capability name="tmux" action="list" />');
    expect(list.windows.flatMap(({ panes }) => panes.map(({ id }) => id))).toEqual(['0.0', '0.1', '1.0']);
    expect(Object.keys(list.windows[0]?.panes[0] ?? {})).toEqual(
      expect.arrayContaining(['id', 'title', 'cwd', 'active', 'running']),
    );
    expect(await execute<Kill>('<capability name="tmux" action="kill" pane="0.1" />')).toEqual({
      killed: '0.1',
      type: 'pane',
    });
    const missing: Answer<Read> = (await workspace.capability.execute(
      '<capability name="tmux" action="read" pane="0.5" />',
    )) as Answer<Read>;
    expect(missing).toMatchObject({
      success: false,
      error: 'Pane 0.5 not found',
      suggestion: "Use action='list' to see available panes",
    });
  });
});
