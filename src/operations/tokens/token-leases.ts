import { PatientTimer } from '../../model/index.js';
import type { EventFeed } from '../events/event-feed.js';
import { EventFilter } from '../events/event-filter.js';
import { followJournal } from '../events/follow-journal.js';
import { tokenRefusal } from './token-refusal.js';
import type { Refused, TokenKind, Tokens } from './tokens.js';

/** The right to keep something open that a token opened. Disposed of when that is closed. */
export interface TokenLease extends Disposable {
  /** Aborted when the token ends, with an error that says how. */
  readonly signal: AbortSignal;
}

/** What was shown to be let in. */
export interface LeaseHolder {
  readonly id: string;
  readonly kind: TokenKind;
}

/**
 * Ends what stays open (streams, terminals, sessions of models) in the moment in which its token ends: by time, or
 * because somebody revoked it, in this process or another one, of which the journal tells.
 */
export class TokenLeases implements Disposable {
  readonly #tokens: Tokens;
  readonly #feed: EventFeed;
  readonly #held = new Set<Lease>();
  readonly #closing = new AbortController();

  constructor(tokens: Tokens, feed: EventFeed) {
    this.#tokens = tokens;
    this.#feed = feed;
  }

  /** Hears of revocations from now on. */
  async open(): Promise<void> {
    await this.#feed.open();
    void this.#follow();
  }

  /** The signal is aborted already where the token is not good any more. */
  async hold(holder: LeaseHolder): Promise<TokenLease> {
    const lease = new Lease(holder, this.#tokens, () => this.#held.delete(lease));
    // Held before it is looked at: what is revoked in between is found in one of the two ways.
    this.#held.add(lease);
    await lease.look();
    return lease;
  }

  [Symbol.dispose](): void {
    this.#closing.abort();
    for (const lease of [...this.#held]) lease[Symbol.dispose]();
  }

  async #follow(): Promise<void> {
    const { signal } = this.#closing;
    const filter = new EventFilter({ types: ['token_revoked'] });
    while (!signal.aborted && !this.#feed.closed.aborted) {
      try {
        for await (const item of followJournal(this.#feed, filter, { signal })) {
          this.#look(item.kind === 'event' ? String(item.event.data.token) : undefined);
        }
      } catch {
        // A store that could not be read is read at the next sign, and any token may be meant by what was missed.
        await this.#feed.news(this.#feed.count, signal);
        this.#look(undefined);
      }
    }
  }

  #look(token: string | undefined): void {
    for (const lease of [...this.#held]) {
      if (token === undefined || lease.dependsOn(token)) lease.look().catch(() => {});
    }
  }
}

class Lease implements TokenLease {
  readonly #holder: LeaseHolder;
  readonly #tokens: Tokens;
  readonly #released: () => void;
  readonly #controller = new AbortController();
  #ids: readonly string[];
  #timer: PatientTimer | undefined;

  constructor(holder: LeaseHolder, tokens: Tokens, released: () => void) {
    this.#holder = holder;
    this.#tokens = tokens;
    this.#released = released;
    this.#ids = [holder.id];
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  dependsOn(tokenId: string): boolean {
    return this.#ids.includes(tokenId);
  }

  /** Asks how the token stands, and ends where it does not. */
  async look(): Promise<void> {
    const standing = await this.#tokens.standing(this.#holder.id);
    if ('refused' in standing) return this.#end(standing);
    this.#ids = standing.ids;
    this.#timer?.[Symbol.dispose]();
    if (this.signal.aborted || !standing.endsAt) return;
    const left = standing.endsAt.getTime() - this.#tokens.now().getTime();
    this.#timer = new PatientTimer(Math.min(Math.max(0, left), LONGEST_MS), () => {
      this.look().catch(() => {});
    });
  }

  [Symbol.dispose](): void {
    this.#timer?.[Symbol.dispose]();
    this.#timer = undefined;
    this.#released();
  }

  #end(refused: Refused): void {
    this[Symbol.dispose]();
    this.#controller.abort(tokenRefusal(refused, this.#holder.kind));
  }
}

/** No timer waits longer. */
const LONGEST_MS = 2 ** 31 - 1;
