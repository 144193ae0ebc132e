import type { Host } from '../hosts/index.js';
import { Deadline, MuxError } from '../model/index.js';
import { type AgentScreen, classifyScreen, type Profile } from '../panes/index.js';
import type { StyledScreen } from '../screen/index.js';
import type { Pane } from '../tmux/index.js';
import type { PaneEar } from './pane-ear.js';

/** What a pane showed at one moment, and what that means. */
export interface Look {
  readonly screen: StyledScreen;
  readonly agent: AgentScreen;
  readonly at: number;
}

export interface PaneViewParts {
  readonly pane: Pane;
  readonly profile: Profile;
  readonly ear: PaneEar;
  /** Of the whole call. */
  readonly deadline: Deadline;
  /** The program in the foreground when the call began. */
  readonly command: string;
  /** Where the program runs. */
  readonly host: Host;
  /** Milliseconds that a tmux command may take. */
  readonly commandTimeoutMs: number;
}

/** Looks at one pane for one call. */
export class PaneView {
  readonly pane: Pane;
  readonly profile: Profile;
  readonly ear: PaneEar;
  readonly deadline: Deadline;
  readonly command: string;
  readonly host: Host;
  protected readonly commandTimeoutMs: number;

  constructor(parts: PaneViewParts) {
    this.pane = parts.pane;
    this.profile = parts.profile;
    this.ear = parts.ear;
    this.deadline = parts.deadline;
    this.command = parts.command;
    this.host = parts.host;
    this.commandTimeoutMs = parts.commandTimeoutMs;
  }

  async look(): Promise<Look> {
    this.ear.reset();
    return this.lookAt(await this.within('looking at the screen', this.pane.styledScreen()));
  }

  protected lookAt(screen: StyledScreen): Look {
    if (screen.dead) throw deadError(this.pane.id);
    return { screen, agent: classifyScreen(this.profile, screen), at: performance.now() };
  }

  /**
   * Looks again whenever something has changed, until `accept` gives a value or the time is over. A program that paints
   * all the time is looked at one time after the other, not once for each thing it paints. Where nothing changes it is
   * looked at again after the longest pause.
   */
  async lookUntil<T>(
    ms: number,
    accept: (look: Look) => T | undefined,
    look = (): Promise<Look> => this.look(),
    longestPauseMs = (): number => Number.POSITIVE_INFINITY,
  ): Promise<T | undefined> {
    const until = performance.now() + ms;
    for (;;) {
      const accepted = accept(await look());
      if (accepted !== undefined) return accepted;
      if (performance.now() >= until) return undefined;
      const left = until - performance.now();
      await this.deadline.race(this.ear.next(Math.min(left, longestPauseMs())));
    }
  }

  /** Whether the program has just told that it waits for a person. */
  get isBlocked(): boolean {
    const last = this.ear.lastStatus();
    return last?.signal.type === 'status' && last.signal.state === 'blocked';
  }

  async wait(ms: number): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    const over = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, ms);
    });
    await this.deadline.race(over).finally(() => clearTimeout(timer));
  }

  /** Something that asks tmux, and may take no longer than a command and no longer than the call. */
  protected async within<T>(what: string, work: Promise<T>): Promise<T> {
    using limit = new Deadline({
      what: `tmux, ${what} of ${this.pane.id},`,
      timeoutMs: this.commandTimeoutMs,
    });
    return await this.deadline.race(limit.race(work));
  }
}

export function deadError(pane: string): MuxError {
  return new MuxError('PANE_DEAD', `The program in pane ${pane} has ended.`, {
    suggestion: 'Start it again.',
  });
}
