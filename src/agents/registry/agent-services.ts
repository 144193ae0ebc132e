import type { AgentsConfig } from '../../config/index.js';
import type { BridgeLog } from '../../delivery/index.js';
import type { Context } from '../../panes/index.js';
import type { AgentEvent, AgentRecord, Store, TurnRecord } from '../../store/index.js';
import type { CommanderAvailability } from '../availability/commander-availability.js';
import type { AgentPlaces } from './agent-places.js';
import type { AgentWatches } from './agent-watches.js';
import type { HookSignals } from './hook-signals.js';

/** What the parts of the registry work with. */
export interface AgentServices {
  readonly context: Context;
  readonly store: Store;
  readonly places: AgentPlaces;
  readonly watches: AgentWatches;
  readonly availability: CommanderAvailability;
  readonly signals: HookSignals;
  readonly config: AgentsConfig;
  readonly clock: () => Date;
  readonly log: BridgeLog | undefined;
  /** Passes on what was written down. */
  tell(events: readonly AgentEvent[]): void;
  tellTurn(turn: TurnRecord, agent: AgentRecord): Promise<void>;
}
