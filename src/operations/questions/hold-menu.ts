import { MenuTalk, type MenuTalkOptions } from '../../agents/index.js';
import { bridgeDefaults } from '../../delivery/index.js';
import type { BaseRuntime } from '../base-runtime.js';
import type { OpenPane } from '../panes/open-pane.js';

/** Holds a pane whose program is no agent that is known, while `work` chooses or fills something on its screen. */
export async function holdMenu<T>(
  runtime: BaseRuntime,
  { tmux, pane }: Pick<OpenPane, 'tmux' | 'pane'>,
  options: MenuTalkOptions,
  work: (talk: MenuTalk) => Promise<T>,
): Promise<T> {
  const context = {
    tmux,
    profiles: await runtime.profiles(),
    signals: undefined,
    clock: () => new Date(),
    log: undefined,
    commandTimeoutMs: bridgeDefaults.subprocessTimeoutMs,
  };
  return MenuTalk.hold(context, pane.id, { ...options, isPlain: true }, work);
}
