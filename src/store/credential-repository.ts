import { randomUUID } from 'node:crypto';
import type { Kysely, Selectable } from 'kysely';
import type { Tables } from './tables.js';
import { type Clock, timeText } from './time-text.js';
import type { Vault } from './vault.js';

/** What may be shown of a credential: all but its value. */
export interface CredentialInfo {
  readonly id: string;
  /** Whose it is: `claude`. */
  readonly agent: string;
  /** What it is: `oauth-token`. An agent has one of a name. */
  readonly name: string;
  readonly createdAt: Date;
  /** The run that it came from. */
  readonly runId: string | undefined;
  readonly metadata: Readonly<Record<string, unknown>>;
}

export interface Credential extends CredentialInfo {
  /** The secret, in clear. */
  readonly value: string;
}

export interface NewCredential {
  readonly agent: string;
  readonly name: string;
  readonly value: string;
  readonly runId?: string | undefined;
  /** Not secret, and not encrypted. */
  readonly metadata?: Readonly<Record<string, unknown>> | undefined;
}

/** A credential's id, or its agent and name. */
export type CredentialKey = string | { readonly agent: string; readonly name: string };

/** The table `agent_credentials`. Values are in it only encrypted. */
export class CredentialRepository {
  readonly #db: Kysely<Tables>;
  readonly #vault: Vault;
  readonly #clock: Clock;

  /** @internal */
  constructor(db: Kysely<Tables>, vault: Vault, clock: Clock) {
    this.#db = db;
    this.#vault = vault;
    this.#clock = clock;
  }

  /**
   * Stores a credential, in the place of one that the agent has under that name.
   *
   * @example
   * await store.credentials.put({ agent: 'claude', name: 'oauth-token', value: token, runId: run.id });
   */
  async put(credential: NewCredential): Promise<CredentialInfo> {
    const { agent, name, value, runId, metadata = {} } = credential;
    const content = {
      value: await this.#vault.seal(value, purposeOf(credential)),
      created_at: timeText(this.#clock()),
      run_id: runId ?? null,
      metadata: JSON.stringify(metadata),
    };
    const row = await this.#db
      .insertInto('agent_credentials')
      .values({ id: randomUUID(), agent, name, ...content })
      .onConflict((conflict) => conflict.columns(['agent', 'name']).doUpdateSet(content))
      .returning(shown)
      .executeTakeFirstOrThrow();
    return toInfo(row);
  }

  /** The credential with its value in clear, or `undefined` where there is none. */
  async get(key: CredentialKey): Promise<Credential | undefined> {
    const query = this.#db.selectFrom('agent_credentials').selectAll();
    const row = await query.where((builder) => builder.and(columnsOf(key))).executeTakeFirst();
    if (!row) return undefined;
    return { ...toInfo(row), value: await this.#vault.open(row.value, purposeOf(row)) };
  }

  /** All, or those of an agent, without their values. */
  async list(filter: { readonly agent?: string | undefined } = {}): Promise<CredentialInfo[]> {
    let query = this.#db.selectFrom('agent_credentials').select(shown).orderBy('agent').orderBy('name');
    if (filter.agent !== undefined) query = query.where('agent', '=', filter.agent);
    return (await query.execute()).map(toInfo);
  }

  /** Whether there was one is the answer. */
  async remove(key: CredentialKey): Promise<boolean> {
    const query = this.#db.deleteFrom('agent_credentials');
    const result = await query.where((builder) => builder.and(columnsOf(key))).executeTakeFirst();
    return result.numDeletedRows > 0n;
  }
}

const shown = ['id', 'agent', 'name', 'created_at', 'run_id', 'metadata'] as const;

function purposeOf({ agent, name }: { readonly agent: string; readonly name: string }): string {
  return `credential ${JSON.stringify([agent, name])}`;
}

function columnsOf(key: CredentialKey): { id: string } | { agent: string; name: string } {
  return typeof key === 'string' ? { id: key } : { agent: key.agent, name: key.name };
}

function toInfo(row: Omit<Selectable<Tables['agent_credentials']>, 'value'>): CredentialInfo {
  return {
    id: row.id,
    agent: row.agent,
    name: row.name,
    createdAt: new Date(row.created_at),
    runId: row.run_id ?? undefined,
    metadata: JSON.parse(row.metadata),
  };
}
