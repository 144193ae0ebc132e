/** Whether an agent can be reached. */
export interface HealthResult {
  /** The pane is there. */
  readonly available: boolean;
  /** The agent's program is in the foreground of it. */
  readonly running: boolean;
  /** Name of the program in the foreground, as tmux has it. */
  readonly command: string | undefined;
  /** The process of the agent, where it was looked for; else the first process of the pane. */
  readonly pid: number | undefined;
  /** The program has ended and its pane stays (`remain-on-exit`). */
  readonly dead: boolean;
  /** What was seen, for people. */
  readonly evidence: string;
  /** The first process of the pane: another one means another program in the same place. */
  readonly panePid: number | undefined;
  /** Which run of the tmux server the pane belongs to, as `pid:start`. */
  readonly server: string | undefined;
}

export interface HealthTarget {
  readonly paneId: string;
  /**
   * The programs of the agent's profile. An interpreter or a shell in the foreground is then looked at more closely:
   * `node` counts only if it runs one of them.
   * @default by their name alone: claude, node
   */
  readonly programs?: readonly string[] | undefined;
}

export const healthDefaults = Object.freeze({
  programs: Object.freeze(['claude', 'node']),
});
