import { TmuxBridge } from '../../../src/systems/tmux-bridge.js';
import type { OpenAgent } from '../../agents/open-agent.js';

/** A bridge with patience for a machine that does much else. */
export function labBridge({ server }: OpenAgent): TmuxBridge {
  return new TmuxBridge({ host: server.tmux, config: { subprocessTimeoutMs: 60_000 } });
}
