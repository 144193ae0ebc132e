import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { TokenKind, TokenReach, TokenRecord, TokenRepository } from '../../store/index.js';
import type { Scope } from './scopes.js';

export type { TokenKind, TokenRecord } from '../../store/index.js';

export interface CreateTokenOptions {
  /** @default 'token' */
  readonly kind?: TokenKind;
  /** Who or what it is for. */
  readonly name: string;
  readonly scopes: readonly Scope[];
  /** What it may reach; of one with a parent that of the parent counts. @default the hosts that are known */
  readonly reach?: TokenReach | undefined;
  /** Milliseconds until it ends; never without it. */
  readonly lifetimeMs?: number | undefined;
  /** The token that it is made with, and ends with. */
  readonly parent?: string | undefined;
}

export interface CreatedToken {
  /** What the caller has to show. It is kept nowhere. */
  readonly secret: string;
  readonly record: TokenRecord;
}

/** Why a secret is not taken. The id is known where there is a token of that id. */
export interface Refused {
  readonly refused: 'unknown' | 'wrong' | 'expired' | 'revoked';
}

/** How long a token, and all that it was made with, will be good. */
export interface Standing {
  /** Its own id, and those of the tokens that end it when they end. */
  readonly ids: readonly string[];
  /** The first end of them all; `undefined` where there is none. */
  readonly endsAt: Date | undefined;
}

/**
 * Makes and checks what opens the server. The store has a hash of each; the first part of a secret says which one to
 * compare with, and the comparison takes as long whatever is given.
 */
export class Tokens {
  readonly #repository: TokenRepository;
  readonly #clock: () => Date;
  readonly #lastUse = new Map<string, number>();

  constructor(repository: TokenRepository, clock: () => Date = () => new Date()) {
    this.#repository = repository;
    this.#clock = clock;
  }

  async create(options: CreateTokenOptions): Promise<CreatedToken> {
    const { kind = 'token', name, scopes, reach = {}, lifetimeMs, parent } = options;
    // A browser reaches what the token does that let it in, also where another caller makes its session.
    const from = parent === undefined ? undefined : await this.#repository.get(parent);
    const id = randomBytes(6).toString('hex');
    const secret = `mux_${id}_${randomBytes(32).toString('base64url')}`;
    const expiresAt = lifetimeMs === undefined ? undefined : new Date(this.#clock().getTime() + lifetimeMs);
    const record = await this.#repository.insert({
      id,
      kind,
      name,
      hash: hashOf(secret),
      scopes,
      reach: from?.reach ?? reach,
      parent,
      expiresAt,
    });
    return { secret, record };
  }

  /** The record of a secret that is good now. */
  async verify(secret: string, kind: TokenKind): Promise<TokenRecord | Refused> {
    const id = tokenIdOf(secret);
    const record = id === undefined ? undefined : await this.#repository.get(id);
    if (record?.kind !== kind) return { refused: 'unknown' };
    if (!timingSafeEqual(Buffer.from(hashOf(secret)), Buffer.from(record.hash))) return { refused: 'wrong' };
    const standing = await this.#standing(record);
    return 'refused' in standing ? standing : record;
  }

  /** Until when a token is good that is good now. */
  async standing(id: string): Promise<Standing | Refused> {
    const record = await this.#repository.get(id);
    return record ? this.#standing(record) : { refused: 'revoked' };
  }

  now(): Date {
    return this.#clock();
  }

  /** Uses up a code: the first call gets its record, every other one nothing. */
  async redeem(code: string): Promise<TokenRecord | Refused> {
    const record = await this.verify(code, 'code');
    if ('refused' in record) return record;
    return (await this.#repository.revoke(record.id)) ? record : { refused: 'revoked' };
  }

  /** Writes down that a token was used, at most once a minute. */
  async touch(id: string): Promise<void> {
    const now = this.#clock().getTime();
    if (now - (this.#lastUse.get(id) ?? Number.NEGATIVE_INFINITY) < TOUCH_EVERY_MS) return;
    this.#lastUse.set(id, now);
    if (this.#lastUse.size > MOST_REMEMBERED) this.#lastUse.clear();
    await this.#repository.used(id);
  }

  get(id: string): Promise<TokenRecord | undefined> {
    return this.#repository.get(id);
  }

  list(kind: TokenKind = 'token'): Promise<TokenRecord[]> {
    return this.#repository.list(kind);
  }

  /** Ends a token, and with it the sessions that were opened by it. */
  revoke(id: string): Promise<boolean> {
    return this.#repository.revoke(id);
  }

  prune(): Promise<void> {
    return this.#repository.prune();
  }

  async #standing({ id, revokedAt, expiresAt, parent }: TokenRecord): Promise<Standing | Refused> {
    if (revokedAt) return { refused: 'revoked' };
    if (expiresAt && expiresAt <= this.#clock()) return { refused: 'expired' };
    if (parent === undefined) return { ids: [id], endsAt: expiresAt };
    const from = await this.standing(parent);
    if ('refused' in from) return from;
    const ends = [expiresAt, from.endsAt].flatMap((end) => (end ? [end.getTime()] : []));
    return {
      ids: [id, ...from.ids],
      endsAt: ends.length === 0 ? undefined : new Date(Math.min(...ends)),
    };
  }
}

const TOUCH_EVERY_MS = 60_000;
const MOST_REMEMBERED = 10_000;

/** The part of a secret that is none; `undefined` where it does not look like one of ours. */
export function tokenIdOf(secret: string): string | undefined {
  return /^mux_([0-9a-f]{12})_[\w-]{43}$/.exec(secret)?.[1];
}

/** They are long and random: a hash that takes long would only slow down those who have one. */
function hashOf(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}
