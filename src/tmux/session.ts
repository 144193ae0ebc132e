import { Handle, type TmuxContext } from './context.js';
import { Environment } from './environment.js';
import type { PaneInfo, SessionInfo, WindowInfo } from './infos.js';
import { type LaunchOptions, launchCommand, launchFlags } from './launch.js';
import { gone, missing } from './missing.js';
import { checkSessionName, checkWindowName, literalFormat } from './names.js';
import { Options } from './options.js';
import { Pane } from './pane.js';
import type { Argument, Command } from './quote.js';

export interface NewWindowOptions extends LaunchOptions {
  /** Without it tmux names the window after what runs in it. */
  readonly name?: string;
  /**
   * Where the window goes: behind all others, or behind the current one.
   * @default 'end'
   */
  readonly position?: 'end' | 'after-current';
  /**
   * Whether it becomes the current window, which people who are attached would see.
   * @default false
   */
  readonly select?: boolean;
}

/** A session, by its id: a rename changes nothing. */
export class Session extends Handle {
  readonly options: Options;
  readonly environment: Environment;

  /** @internal */
  constructor(tmux: TmuxContext, id: string) {
    super(tmux, id);
    const ask = (commands: readonly Command[]): Promise<Buffer[]> =>
      tmux.request(commands, { server: this.server });
    this.options = new Options(ask, [], ['-t', id]);
    this.environment = new Environment(ask, ['-t', id]);
  }

  async info(): Promise<SessionInfo> {
    const info = (await this.tmux.sessions({ server: this.server })).find(
      (session) => session.id === this.id,
    );
    if (!info) throw missing('SESSION_NOT_FOUND', 'session', this.id, this.tmux.place);
    return info;
  }

  async windows(): Promise<WindowInfo[]> {
    return (await this.tmux.windows({ server: this.server })).filter(
      (window) => window.sessionId === this.id,
    );
  }

  async panes(): Promise<PaneInfo[]> {
    return (await this.tmux.panes({ server: this.server })).filter((pane) => pane.sessionId === this.id);
  }

  /**
   * Opens a window in the background and resolves with its pane.
   *
   * @example
   * const pane = await session.newWindow({ name: 'build', command: ['make', '-j4'], cwd: '/src' });
   */
  async newWindow(options: NewWindowOptions = {}): Promise<Pane> {
    const flags: Argument[] = options.select ? [] : ['-d'];
    if (options.name !== undefined) flags.push('-n', literalFormat(checkWindowName(options.name)));
    const target = options.position === 'after-current' ? `${this.id}:` : `${this.id}:{end}`;
    const body = await this.ask(
      'new-window',
      '-a',
      '-P',
      '-F',
      '#{pane_id}',
      '-t',
      target,
      ...flags,
      ...launchFlags(options),
      ...launchCommand(options.command),
    );
    return new Pane(this.tmux, body.toString().trim());
  }

  async rename(name: string): Promise<void> {
    await this.ask('rename-session', '-t', this.id, '--', literalFormat(checkSessionName(name)));
  }

  /** Ends the session and its programs; `false` where it was gone already. */
  kill(): Promise<boolean> {
    return gone(
      this.ask('kill-session', '-t', this.id),
      async () =>
        !(await this.tmux.sessions({ server: this.server })).some((session) => session.id === this.id),
    );
  }
}
