import { dirname, join } from 'node:path';
import { AgentEventRepository } from './agent-event-repository.js';
import { AgentRepository } from './agent-repository.js';
import { AuditRepository } from './audit-repository.js';
import { CredentialRepository } from './credential-repository.js';
import { EventRepository } from './event-repository.js';
import { JournalRepository } from './journal-repository.js';
import { JournalWriter } from './journal-writer.js';
import { MetricsRepository } from './metrics-repository.js';
import { migrate } from './migrate.js';
import { RecordingRepository } from './recording-repository.js';
import { RunRepository } from './run-repository.js';
import { SessionRepository } from './session-repository.js';
import { openSqlite } from './sqlite/open-sqlite.js';
import type { Store } from './store.js';
import type { Clock } from './time-text.js';
import { TokenRepository } from './token-repository.js';
import { TurnRepository } from './turn-repository.js';
import { Vault } from './vault.js';
import { WorkerRepository } from './worker-repository.js';

/** Opens the database, brings its schema up to date, and puts the repositories on it. */
export async function connectStore(path: string, clock: Clock): Promise<Store> {
  const engine = await openSqlite(path);
  const { db } = engine;
  try {
    await migrate(engine, clock);
  } catch (error) {
    engine.close();
    throw error;
  }
  const vault = new Vault({
    keyPath: path === ':memory:' ? undefined : join(dirname(path), 'credentials.key'),
    isInUse: async () => {
      const query = db.selectFrom('agent_credentials').select('id').limit(1);
      return (await query.executeTakeFirst()) !== undefined;
    },
  });
  const journal = new JournalWriter(clock);
  const close = async (): Promise<void> => engine.close();
  return {
    path,
    runs: new RunRepository(db, clock, journal),
    events: new EventRepository(db, clock, journal),
    metrics: new MetricsRepository(engine, clock),
    credentials: new CredentialRepository(db, vault, clock),
    agents: new AgentRepository(db, clock, journal),
    turns: new TurnRepository(db, clock),
    agentEvents: new AgentEventRepository(db, clock, journal),
    sessions: new SessionRepository(db, journal),
    workers: new WorkerRepository(db, clock, journal),
    journal: new JournalRepository(db, journal, path),
    tokens: new TokenRepository(db, clock, journal),
    audit: new AuditRepository(db, clock),
    recordings: new RecordingRepository(db, clock, journal),
    vault,
    close,
    [Symbol.asyncDispose]: close,
  };
}
