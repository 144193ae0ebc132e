import { type QueueingShell, wakeShell } from '../shells/index.js';
import { sessionDefaults } from './chat-sessions-options.js';

/**
 * A shell that is not at its prompt looks into its queue before the next one. Where its state cannot be read, because
 * some program has told tmux another one, it is looked at again a few times, by the process that queued something.
 */
export class LaterLooks {
  /** By the pane; what waits for one shell is run by one key. */
  readonly #waiting = new Map<string, { readonly shell: QueueingShell; readonly timer: NodeJS.Timeout }>();

  begin(shell: QueueingShell): void {
    this.#wait(shell, sessionDefaults.firstLookMs, sessionDefaults.looks);
  }

  /** Looks a last time. */
  async close(): Promise<void> {
    const waiting = [...this.#waiting.values()];
    this.#waiting.clear();
    for (const { timer } of waiting) clearTimeout(timer);
    await Promise.all(waiting.map(({ shell }) => wakeShell(shell).catch(() => undefined)));
  }

  #wait(shell: QueueingShell, pauseMs: number, looks: number): void {
    const key = `${shell.tmux.place} ${shell.pane}`;
    clearTimeout(this.#waiting.get(key)?.timer);
    const timer = setTimeout(() => {
      this.#waiting.delete(key);
      void this.#look(shell, pauseMs, looks);
    }, pauseMs);
    this.#waiting.set(key, { shell, timer: timer.unref() });
  }

  async #look(shell: QueueingShell, pauseMs: number, looks: number): Promise<void> {
    // Where the session is gone there is nothing to wake.
    const state = await wakeShell(shell).catch(() => 'empty');
    if (state === 'away' && looks > 1) this.#wait(shell, pauseMs * 2, looks - 1);
  }
}
