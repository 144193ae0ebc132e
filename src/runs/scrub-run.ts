import { type CallOptions, isMuxError } from '../model/index.js';
import { scrubFile, scrubFiles, scrubLog } from '../recorder/index.js';
import { SecretPlaces, secretLines } from '../redaction/index.js';
import type { Store, StoreScrub } from '../store/index.js';
import type { RunPlace } from './run-place.js';
import { type PaneScrub, scrubPane } from './scrub-pane.js';
import { scrubPaneNames } from './scrub-pane-names.js';

export interface ScrubOptions extends CallOptions {
  /** Where the events of the run are kept, and can be changed. */
  readonly events?: EventScrubber | undefined;
  /** The store that the run is in; all that it keeps is scrubbed, with the files beside it. */
  readonly store?: Store | undefined;
}

/** Masks secrets in the stored events of a run, and gives how many events it changed. */
export interface EventScrubber {
  scrub(runId: string, secrets: readonly string[]): Promise<number>;
}

export interface ScrubResult {
  /** Places in the log that were masked. */
  readonly log: number;
  readonly pane: PaneScrub;
  /** Stored events that were changed. */
  readonly events: number;
  /** Other values of the store that were changed: commands, names, titles, marks of the journal. */
  readonly records?: number;
  /** Places in recordings, and in other files of the state folder, that were masked. */
  readonly files?: number;
  /** Where the secrets may still be, and nobody but the database can overwrite them. */
  readonly remains?: StoreScrub['remains'];
}

/**
 * Removes secrets from everything that is left of a run: its log, the history and screen of its pane, its names, and all
 * that the store and its folder keep. The command may go on meanwhile.
 *
 * @param secrets one that was broken over lines is given once whole and once with its line breaks
 */
export async function scrubRun(
  place: Pick<RunPlace, 'id' | 'tmux' | 'pane' | 'folder'>,
  secrets: readonly string[],
  options: ScrubOptions = {},
): Promise<ScrubResult> {
  const { store, events = store?.events, ...call } = options;
  const wanted = secrets.filter((secret) => secret !== '');
  if (wanted.length === 0) return { log: 0, pane: 'nothing', events: 0 };
  const { tmux, pane, id } = place;
  const forms = writtenForms(wanted);
  const scrubbed = {
    pane: pane ? await scrubPane(tmux, pane, wanted) : ('nothing' as const),
    log: await scrubLog(tmux.host, place, wanted, call).catch(noLog),
    events: (await events?.scrub(id, events === store?.events ? forms : wanted)) ?? 0,
  };
  if (pane) await scrubPaneNames(tmux, pane, forms);
  if (!store) return scrubbed;
  const files = await scrubStoreFiles(store, wanted);
  const { changed, remains } = await store.scrub(forms);
  return { ...scrubbed, records: changed, files, remains };
}

/** In each form that it may be written down in; a value of JSON may be in another one. The longest first. */
function writtenForms(secrets: readonly string[]): string[] {
  const forms = secrets.flatMap((secret) => [secret, ...secretLines(secret)]);
  const quoted = [...forms, ...forms.map(inJson)];
  return [...new Set([...quoted, ...quoted.map(inJson)])].toSorted((a, b) => b.length - a.length);
}

function inJson(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

/** The folder of the store, but for the database and the keys; and recordings that somebody keeps elsewhere. */
async function scrubStoreFiles(store: Store, secrets: readonly string[]): Promise<number> {
  if (store.folder === undefined) return 0;
  const places = new SecretPlaces(secrets);
  const found = await scrubFiles(store.folder, places, (name) => !NOT_TEXT.test(name));
  const elsewhere = (await store.recordings.paths()).filter((path) => !path.startsWith(`${store.folder}/`));
  const counts = await Promise.all(elsewhere.map((path) => scrubFile(path, places)));
  return counts.reduce((sum, count) => sum + count, found);
}

const NOT_TEXT = /\.(?:db|db-wal|db-shm|db-journal|key|sock|lock)$|^token$/;

/** A log that is not there holds no secret. */
function noLog(error: unknown): number {
  if (isMuxError(error, 'LOG_UNAVAILABLE', 'FILE_NOT_FOUND')) return 0;
  throw error;
}
