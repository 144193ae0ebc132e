import { patience } from '../patience.js';
import type { OpenAgent } from './open-agent.js';
import { TellingBridge } from './telling-bridge.js';

/** A bridge to an agent, which prints what it did if the test fails. */
export function bridgeTo({ server }: OpenAgent): TellingBridge {
  return new TellingBridge({
    host: server.tmux,
    config: { subprocessTimeoutMs: patience.commandTimeoutMs },
  }).tellIfTestFails();
}
