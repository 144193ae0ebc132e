import type { Fault } from './fault.js';

/** The tmux server, stopped for a while. Nothing may be lost by that. */
export const tmuxStopped: Fault = {
  name: 'tmux server stopped',
  group: 'tmux',
  weight: 2,
  forMs: [10, 3_000],
  inject: async ({ tmux }) => {
    const { pid } = tmux;
    tmux.signal('SIGSTOP');
    return { to: `process ${pid}`, heal: async () => tmux.signal('SIGCONT') };
  },
};

/** The tmux server, killed. What ran in it is lost, and nothing else. */
export const tmuxKilled: Fault = {
  name: 'tmux server killed',
  group: 'tmux',
  weight: 1,
  forMs: [0, 300],
  inject: async (world) => {
    const { tmux, history } = world;
    const { pid } = tmux;
    world.serverEnds.push(history.ms);
    await tmux.kill();
    return { to: `process ${pid}`, heal: () => tmux.start() };
  },
};
