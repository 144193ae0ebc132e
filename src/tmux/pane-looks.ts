import { MuxError } from '../model/mux-error.js';
import type { ControlConnection } from './control-connection.js';
import { OrderDoubt } from './order-doubt.js';
import type { PaneLook } from './pane-events.js';
import type { Command } from './quote.js';

/** Looks at panes over the connection that carries their output, so that both come in one order. */
export class PaneLooks {
  readonly #what: string;
  readonly #connection: () => ControlConnection | undefined;
  readonly #paused: Set<number>;
  readonly #doubts = new Set<OrderDoubt>();

  /** @param paused the panes whose output tmux holds back */
  constructor(what: string, connection: () => ControlConnection | undefined, paused: Set<number>) {
    this.#what = what;
    this.#connection = connection;
    this.#paused = paused;
  }

  /** Output of a pane of the session has come. */
  output(pane: number): void {
    for (const doubt of this.#doubts) doubt.output(pane);
  }

  /**
   * See `PaneFeed.look`.
   *
   * @param seen called in the same moment, for others who watch the pane
   */
  async look(
    pane: number,
    commands: readonly Command[],
    moment: (look: PaneLook) => void,
    seen: (missed: boolean) => void,
  ): Promise<void> {
    const tell = (look: PaneLook): void => {
      seen(look.missed);
      moment(look);
    };
    for (let tries = 0; tries < TRIES; tries++) {
      if (await this.#inOrder(pane, commands, tell)) return;
    }
    await this.#whilePaused(pane, commands, tell);
  }

  async #inOrder(
    pane: number,
    commands: readonly Command[],
    tell: (look: PaneLook) => void,
  ): Promise<boolean> {
    const doubt = new OrderDoubt(pane);
    this.#doubts.add(doubt);
    try {
      let told = false;
      await this.#live().request(commands, {
        moment: (bodies) => {
          if (doubt.exists) return;
          told = true;
          tell({ bodies, missed: false });
        },
      });
      return told;
    } finally {
      this.#doubts.delete(doubt);
    }
  }

  /** The pane is silent when it is looked at. What it printed meanwhile is in the look, and missing from the output. */
  async #whilePaused(
    pane: number,
    commands: readonly Command[],
    tell: (look: PaneLook) => void,
  ): Promise<void> {
    const connection = this.#live();
    this.#paused.add(pane);
    await connection.request([['refresh-client', '-A', `%${pane}:pause`]], {});
    await connection.request([...commands, ['refresh-client', '-A', `%${pane}:continue`]], {
      moment: (bodies) => {
        this.#paused.delete(pane);
        tell({ bodies: bodies.slice(0, commands.length), missed: true });
      },
    });
  }

  #live(): ControlConnection {
    const connection = this.#connection();
    if (connection) return connection;
    throw new MuxError('CONNECTION_LOST', `The connection to ${this.#what} is down.`, {
      suggestion: 'It is made again by itself: wait for the gap that tells so.',
    });
  }
}

/** How often to look before the pane is stopped for it: only other panes that print at the same time make it necessary. */
const TRIES = 3;
