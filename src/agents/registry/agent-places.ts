import { isMuxError, MuxError } from '../../model/index.js';
import type { Context } from '../../panes/index.js';
import type { AgentPlace, AgentRecord } from '../../store/index.js';
import { missing, parseRecord, recordFormat, type Tmux } from '../../tmux/index.js';
import type { HookEvent } from '../hooks/hook-event.js';
import { hostOfSocket } from './tmux-socket.js';

/** A place that was looked at. */
export interface FoundPlace extends AgentPlace {
  readonly tmuxPaneId: string;
  /** Whether the pane is there now, and is the one that was meant. */
  readonly present: boolean;
}

/** A place that somebody names now, and the folder that what runs there works in. */
export interface NamedPlace extends FoundPlace {
  readonly cwd: string | undefined;
}

/** The pane of an agent, which is there and the agent's. */
export interface VerifiedPane {
  readonly tmux: Tmux;
  readonly paneId: string;
}

/**
 * Where agents are, and whether what is in their pane is still theirs. A pane id says nothing by itself: after a restart
 * tmux counts from 0 again, so the run of the server and the first process of the pane are kept with it.
 */
export class AgentPlaces {
  readonly #context: Pick<Context, 'connect'>;
  readonly #timeoutMs: number;

  /** @param timeoutMs milliseconds that a tmux command may take */
  constructor(context: Pick<Context, 'connect'>, timeoutMs: number) {
    this.#context = context;
    this.#timeoutMs = timeoutMs;
  }

  tmux(host: string): Promise<Tmux> {
    return this.#context.connect(host);
  }

  /** A pane that somebody names now. Fails with `PANE_NOT_FOUND`. */
  async find(host: string, paneId: string): Promise<NamedPlace> {
    const tmux = await this.tmux(host);
    const pane = tmux.pane(paneId);
    const seen = await this.#look(tmux, pane.id);
    if (!seen) throw missing('PANE_NOT_FOUND', 'pane', paneId, tmux.place);
    return {
      host: tmux.place,
      server: seen.server,
      tmuxPaneId: paneId,
      panePid: seen.panePid,
      present: true,
      cwd: seen.cwd,
    };
  }

  /**
   * The pane that a hook ran in. It may be long ago: a pane of that id that another run of the server has is a
   * stranger's. `undefined` where the hook ran outside tmux, `unnamed` where it ran in one that cannot be reached by
   * name. A hook that has only the id of a pane ran on the default server.
   */
  async ofHook(event: HookEvent, host?: string): Promise<FoundPlace | 'unnamed' | undefined> {
    const { tmuxPane, tmuxSocket, tmuxServerPid, at } = event;
    if (tmuxPane === undefined) return undefined;
    const address = host ?? (tmuxSocket === undefined ? 'local' : await hostOfSocket(tmuxSocket));
    if (address === undefined) return 'unnamed';
    const tmux = await this.tmux(address);
    const seen = await this.#look(tmux, tmuxPane);
    const isOther =
      seen === undefined ||
      (tmuxServerPid !== undefined && seen.serverPid !== tmuxServerPid) ||
      seen.serverStart * 1_000 > at.getTime() + CLOCK_MS;
    if (!isOther) {
      const { server, panePid } = seen;
      return { host: tmux.place, server, tmuxPaneId: tmuxPane, panePid, present: true };
    }
    const server = tmuxServerPid === undefined ? undefined : `${tmuxServerPid}:0`;
    return { host: tmux.place, server, tmuxPaneId: tmuxPane, panePid: undefined, present: false };
  }

  /**
   * Makes sure that the agent's pane is there and still the agent's. Fails with `NO_PANE_ID`, `PANE_NOT_FOUND`, or
   * `AGENT_PANE_LOST` where a pane of that id belongs to something else.
   */
  async verify(agent: AgentRecord): Promise<VerifiedPane> {
    const { tmuxPaneId: paneId, server, panePid } = agent;
    if (paneId === null) throw noPaneId(agent);
    const tmux = await this.tmux(agent.host);
    const seen = await this.#look(tmux, paneId);
    if (server !== undefined && seen && seen.server !== server) {
      throw lost(agent, `tmux was restarted, and its pane ${paneId} is another one`);
    }
    if (!seen) throw missing('PANE_NOT_FOUND', 'pane', paneId, tmux.place);
    if (panePid !== undefined && seen.panePid !== panePid) {
      throw lost(agent, `another program was started in its pane ${paneId}`);
    }
    return { tmux, paneId };
  }

  /** Server and pane by one question, so that both are of the same run. */
  async #look(tmux: Tmux, paneId: string): Promise<Seen | undefined> {
    try {
      const [body] = await tmux.request([['display-message', '-p', '-t', paneId, recordFormat(fields)]], {
        timeoutMs: this.#timeoutMs,
      });
      const { pid, start, id, panePid, cwd } = parseRecord(fields, body ?? Buffer.alloc(0));
      // For a pane that is gone tmux answers with empty values, or those of another pane.
      if (id !== paneId) return undefined;
      return {
        server: `${pid}:${start}`,
        serverPid: Number(pid),
        serverStart: Number(start),
        panePid: Number(panePid),
        cwd: cwd || undefined,
      };
    } catch (error) {
      if (isMuxError(error, 'PANE_NOT_FOUND', 'NO_SERVER')) return undefined;
      throw error;
    }
  }
}

/** The clocks of a file system and of tmux, which counts seconds, need not agree. */
const CLOCK_MS = 2_000;

interface Seen {
  readonly server: string;
  readonly serverPid: number;
  readonly serverStart: number;
  readonly panePid: number;
  readonly cwd: string | undefined;
}

const fields = {
  pid: 'pid',
  start: 'start_time',
  id: 'pane_id',
  panePid: 'pane_pid',
  cwd: 'pane_current_path',
} as const;

function noPaneId(agent: AgentRecord): MuxError {
  return new MuxError('NO_PANE_ID', `The agent '${agent.name ?? agent.id}' has no tmux pane.`, {
    suggestion: 'Start it inside tmux, or register it with the pane it is in.',
    details: { agentId: agent.id },
  });
}

/** What a pane has is not the agent any more. */
export function lost(agent: AgentRecord, why: string): MuxError {
  const message = `The pane of the agent '${agent.name ?? agent.id}' is lost: ${why}.`;
  return new MuxError('AGENT_PANE_LOST', message, {
    suggestion: 'Start the agent again, or register the pane that it is in now.',
    details: { agentId: agent.id, paneId: agent.tmuxPaneId, server: agent.server },
  });
}
