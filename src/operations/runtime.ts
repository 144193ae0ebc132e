import type { AgentsOptions } from '../agents/index.js';
import { loadModule } from '../model/index.js';
import type { RunRecorder } from '../runs/index.js';
import type { Audit } from './audit/audit.js';
import { BaseRuntime } from './base-runtime.js';
import type { EventFeed } from './events/event-feed.js';
import { outside } from './reach/current-confinement.js';
import type { Recordings } from './recordings/recordings.js';
import type { TerminalHub } from './terminals/terminal-hub.js';
import type { Tokens } from './tokens/tokens.js';

/**
 * What all operations work with: one store, one set of connections, and the services, each made when it is first
 * needed. A face opens one and closes it at its end.
 *
 * @example
 * await using runtime = new Runtime();
 * const tmux = await runtime.connect('docker://sandbox');
 */
export class Runtime extends BaseRuntime {
  #feed: EventFeed | undefined;

  /** What opens the server. */
  tokens(): Promise<Tokens> {
    return this.service('tokens', async () => {
      const { Tokens } = await loadModule(() => import('./tokens/tokens.js'));
      return new Tokens((await this.store()).tokens, this.clock);
    });
  }

  /** What was done through the server. */
  audit(): Promise<Audit> {
    return this.service('audit', async () => {
      const { Audit } = await loadModule(() => import('./audit/audit.js'));
      return new Audit((await this.store()).audit);
    });
  }

  /** What records panes. */
  recordings(): Promise<Recordings> {
    // Asked for here, so that recordings are closed before what they are made with.
    const parts = [this.store(), this.runs(), this.redactor(), this.config()] as const;
    return this.service('recordings', async () => {
      const [{ Recordings }, store] = await Promise.all([
        loadModule(() => import('./recordings/recordings.js')),
        ...parts,
      ]);
      return new Recordings(this, store, this.clock);
    });
  }

  /** Everything that happens. It watches nothing by itself until it is started. */
  events(): Promise<EventFeed> {
    // All that it watches with is asked for here, so that it is closed before they are.
    const parts = [this.store(), this.runs(), this.agents(), this.workers(), this.sessions()] as const;
    return this.service('events', async () => {
      const [{ EventFeed }, store] = await Promise.all([
        loadModule(() => import('./events/event-feed.js')),
        ...parts,
      ]);
      this.#feed = new EventFeed(this, store);
      return this.#feed;
    });
  }

  /** Whether this process watches everything, so that what is written down is how things are. */
  get watchesAll(): boolean {
    return this.#feed?.started === true;
  }

  /** Live terminals for viewers. */
  terminals(): Promise<TerminalHub> {
    return this.service('terminals', async () => {
      const { TerminalHub } = await loadModule(() => import('./terminals/terminal-hub.js'));
      return new TerminalHub(this);
    });
  }

  protected override get redactionOf(): AgentsOptions['redactionOf'] {
    return async (host, paneId) => {
      const { openPane } = await loadModule(() => import('./panes/open-pane.js'));
      // A watch serves all callers, not only the one that began it.
      return (await outside(() => openPane(this, paneId, host))).redact;
    };
  }

  /** Records every run, where the configuration says so. */
  protected override async recorder(): Promise<RunRecorder | undefined> {
    const { everyRun, format } = (await this.config()).recordings;
    if (!everyRun) return undefined;
    return async ({ id }) => {
      await (await this.recordings()).start({ target: id, format });
    };
  }
}
