import { dirname, join } from 'node:path';
import { loadModule } from '../model/index.js';
import { AgentEventRepository } from './agent-event-repository.js';
import { AgentRepository } from './agent-repository.js';
import { AuditRepository } from './audit-repository.js';
import { CredentialRepository } from './credential-repository.js';
import type { Engine } from './engine.js';
import { EventRepository } from './event-repository.js';
import { InboxRepository } from './inbox-repository.js';
import { InboxWriter } from './inbox-writer.js';
import { JournalRepository } from './journal-repository.js';
import { JournalWriter } from './journal-writer.js';
import { MetricsRepository } from './metrics-repository.js';
import { migrate } from './migrate.js';
import { RecordingRepository } from './recording-repository.js';
import { RunRepository } from './run-repository.js';
import { scrubStore } from './scrub-store.js';
import { SessionRepository } from './session-repository.js';
import { openSqlite } from './sqlite/open-sqlite.js';
import { makeStateFolder } from './state-folder.js';
import type { Store } from './store.js';
import type { StorePlace } from './store-place.js';
import { TaskRepository } from './task-repository.js';
import type { Clock } from './time-text.js';
import { TokenRepository } from './token-repository.js';
import { TurnRepository } from './turn-repository.js';
import { Vault } from './vault.js';
import { WorkerRepository } from './worker-repository.js';

/** Opens the database, brings its schema up to date, and puts the repositories on it. */
export async function connectStore(place: StorePlace, clock: Clock): Promise<Store> {
  const engine = await openEngine(place);
  const { db } = engine;
  try {
    await migrate(engine, clock);
  } catch (error) {
    await engine.close();
    throw error;
  }
  const folder = folderOf(place);
  const vault = new Vault({
    keyPath: keyPath(place),
    isInUse: async () => {
      const query = db.selectFrom('agent_credentials').select('id').limit(1);
      if ((await query.executeTakeFirst()) !== undefined) return true;
      // Machines that share a store share a key: the second one must not make another.
      const rules = db
        .selectFrom('automation_runs')
        .select('id')
        .where('secret_rules', 'is not', null)
        .limit(1);
      return place.kind === 'postgres' && (await rules.executeTakeFirst()) !== undefined;
    },
  });
  const journal = new JournalWriter(clock, engine);
  const inbox = new InboxWriter(journal, engine);
  const close = (): Promise<void> => engine.close();
  return {
    path: engine.place,
    folder,
    runs: new RunRepository(db, clock, journal, inbox),
    events: new EventRepository(db, clock, journal, inbox),
    metrics: new MetricsRepository(engine, clock),
    credentials: new CredentialRepository(db, vault, clock),
    agents: new AgentRepository(db, clock, journal, inbox),
    turns: new TurnRepository(db, clock),
    agentEvents: new AgentEventRepository(db, clock, journal),
    sessions: new SessionRepository(db, journal),
    workers: new WorkerRepository(db, clock, journal, inbox),
    journal: new JournalRepository(engine, journal),
    inbox: new InboxRepository(db),
    tokens: new TokenRepository(db, clock, journal),
    audit: new AuditRepository(db, clock),
    recordings: new RecordingRepository(db, clock, journal),
    tasks: new TaskRepository(db, clock),
    vault,
    scrub: async (texts) => {
      const changed = await scrubStore(db, texts);
      // What was changed or removed earlier may have held them, too.
      return { changed, remains: await engine.forget() };
    },
    version: () => engine.version(),
    shrink: () => engine.shrink(),
    close,
    [Symbol.asyncDispose]: close,
  };
}

/** The one place where the kind of database matters. */
async function openEngine(place: StorePlace): Promise<Engine> {
  if (place.kind === 'sqlite') return openSqlite(place.path);
  makeStateFolder(place.folder);
  const { openPostgres } = await loadModule(() => import('./postgres/open-postgres.js'));
  return openPostgres(place);
}

function folderOf(place: StorePlace): string | undefined {
  if (place.kind === 'postgres') return place.folder;
  return place.path === ':memory:' ? undefined : dirname(place.path);
}

function keyPath(place: StorePlace): string | undefined {
  const folder = folderOf(place);
  if (folder === undefined) return undefined;
  return (place.kind === 'postgres' ? place.keyFile : undefined) ?? join(folder, 'credentials.key');
}
