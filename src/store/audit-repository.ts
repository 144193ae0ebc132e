import type { Kysely, Selectable } from 'kysely';
import { checkLimit } from './run-filter.js';
import { storeDefaults } from './store-defaults.js';
import type { AuditTable, Tables } from './tables.js';
import { type Clock, timeText } from './time-text.js';

/** Somebody did something through the server, or tried to. */
export interface AuditEntry {
  readonly id: number;
  readonly at: Date;
  /** Name of the token. */
  readonly caller: string;
  readonly tokenId: string | undefined;
  /** How they showed who they are: `token`, `cookie`, `code`. */
  readonly via: string;
  /** Where the request came from. */
  readonly address: string | undefined;
  /** An operation, or what else was done: `pane.send`, `terminal.control`. */
  readonly action: string;
  readonly target: string | undefined;
  readonly host: string | undefined;
  /** `ok`, or the code of the error. */
  readonly outcome: string;
}

export interface AuditListOptions {
  /** Only entries before this one. */
  readonly before?: number | undefined;
  readonly caller?: string | undefined;
  readonly action?: string | undefined;
  readonly target?: string | undefined;
  /** @default 100 */
  readonly limit?: number | undefined;
}

/** The table `audit_log`. It is only ever added to; the oldest go as new ones come. */
export class AuditRepository {
  readonly #db: Kysely<Tables>;
  readonly #clock: Clock;

  /** @internal */
  constructor(db: Kysely<Tables>, clock: Clock) {
    this.#db = db;
    this.#clock = clock;
  }

  async append(entry: Omit<AuditEntry, 'id' | 'at'>): Promise<AuditEntry> {
    const { caller, tokenId, via, address, action, target, host, outcome } = entry;
    const at = this.#clock();
    const { id } = await this.#db
      .insertInto('audit_log')
      .values({
        at: timeText(at),
        caller,
        token_id: tokenId ?? null,
        via,
        address: address ?? null,
        action,
        target: target ?? null,
        host: host ?? null,
        outcome,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    if (id % TIDY_EVERY === 0) {
      await this.#db
        .deleteFrom('audit_log')
        .where('id', '<=', id - storeDefaults.auditEntries)
        .execute();
    }
    return { ...entry, id, at };
  }

  /** The newest first. */
  async list(options: AuditListOptions = {}): Promise<AuditEntry[]> {
    const { before, caller, action, target, limit = storeDefaults.limit } = options;
    let query = this.#db.selectFrom('audit_log').selectAll().orderBy('id', 'desc').limit(checkLimit(limit));
    if (before !== undefined) query = query.where('id', '<', before);
    if (caller !== undefined) query = query.where('caller', '=', caller);
    if (action !== undefined) query = query.where('action', '=', action);
    if (target !== undefined) query = query.where('target', '=', target);
    return (await query.execute()).map(toAuditEntry);
  }
}

const TIDY_EVERY = 100;

function toAuditEntry(row: Selectable<AuditTable>): AuditEntry {
  return {
    id: row.id,
    at: new Date(row.at),
    caller: row.caller,
    tokenId: row.token_id ?? undefined,
    via: row.via,
    address: row.address ?? undefined,
    action: row.action,
    target: row.target ?? undefined,
    host: row.host ?? undefined,
    outcome: row.outcome,
  };
}
