import { MuxError } from '../model/index.js';
import type { ControlConnection } from './control-connection.js';
import { OrderDoubt } from './order-doubt.js';
import type { LookOptions, PaneLook } from './pane-events.js';
import type { Command } from './quote.js';

/** Looks at panes over the connection that carries their output, so that both come in one order. */
export class PaneLooks {
  readonly #what: string;
  readonly #connection: () => ControlConnection | undefined;
  readonly #doubts = new Set<OrderDoubt>();

  constructor(what: string, connection: () => ControlConnection | undefined) {
    this.#what = what;
    this.#connection = connection;
  }

  /** Output of a pane of the session has come. */
  output(pane: number): void {
    for (const doubt of this.#doubts) doubt.output(pane);
  }

  /**
   * See `PaneFeed.look`. Only other panes that print at full speed make more than one try necessary. To stop the pane
   * for it would be no way out: tmux 3.3a was seen to send nothing more at all after a pause that came amid a flood.
   */
  async look(
    pane: number,
    commands: readonly Command[],
    moment: (look: PaneLook) => void,
    { tries = Number.POSITIVE_INFINITY, signal }: LookOptions,
  ): Promise<void> {
    for (let left = tries; !signal?.aborted; left--) {
      if (await this.#try(pane, commands, moment, left <= 1)) return;
    }
  }

  async #try(
    pane: number,
    commands: readonly Command[],
    moment: (look: PaneLook) => void,
    isLast: boolean,
  ): Promise<boolean> {
    const doubt = new OrderDoubt(pane);
    this.#doubts.add(doubt);
    try {
      let told = false;
      await this.#live().request(commands, {
        moment: (bodies) => {
          if (doubt.exists && !isLast) return;
          told = true;
          moment({ bodies, exact: !doubt.exists });
        },
      });
      return told;
    } finally {
      this.#doubts.delete(doubt);
    }
  }

  #live(): ControlConnection {
    const connection = this.#connection();
    if (connection) return connection;
    throw new MuxError('CONNECTION_LOST', `The connection to ${this.#what} is down.`, {
      suggestion: 'It reconnects automatically: wait for the gap event.',
    });
  }
}
