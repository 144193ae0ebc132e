import { Handle, type TmuxContext } from './context.js';
import type { PaneInfo, WindowInfo } from './infos.js';
import { gone, missing } from './missing.js';
import { checkWindowName, literalFormat } from './names.js';
import { Options } from './options.js';

/** A window, by its id: renames and moves change nothing. */
export class Window extends Handle {
  readonly options: Options;

  /** @internal */
  constructor(tmux: TmuxContext, id: string) {
    super(tmux, id);
    this.options = new Options((commands) => this.request(commands), ['-w'], ['-t', id]);
  }

  async info(): Promise<WindowInfo> {
    const info = (await this.tmux.windows({ server: this.server })).find((window) => window.id === this.id);
    if (!info) throw missing('WINDOW_NOT_FOUND', 'window', this.id, this.tmux.place);
    return info;
  }

  async panes(): Promise<PaneInfo[]> {
    return (await this.tmux.panes({ server: this.server })).filter((pane) => pane.windowId === this.id);
  }

  async rename(name: string): Promise<void> {
    await this.ask('rename-window', '-t', this.id, '--', literalFormat(checkWindowName(name)));
  }

  /** Makes it the current window of its session, which people who are attached see. */
  async select(): Promise<void> {
    await this.ask('select-window', '-t', this.id);
  }

  /** Ends the window and its programs; `false` where it was gone already. */
  kill(): Promise<boolean> {
    return gone(
      this.ask('kill-window', '-t', this.id),
      async () => !(await this.tmux.windows({ server: this.server })).some((window) => window.id === this.id),
    );
  }
}
