import type { CallOptions } from '../model/deadline.js';
import { isMuxError } from '../model/mux-error.js';
import { scrubLog } from '../recorder/scrub-log.js';
import type { RunPlace } from './run-place.js';
import { type PaneScrub, scrubPane } from './scrub-pane.js';

export interface ScrubOptions extends CallOptions {
  /** Where the events of the run are kept, and can be changed. */
  readonly events?: EventScrubber | undefined;
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
}

/**
 * Removes secrets from everything that is left of a run: its log, the history and screen of its pane, its stored
 * events. The command may go on meanwhile.
 *
 * @param secrets one that was broken over lines is given once whole and once with its line breaks
 */
export async function scrubRun(
  place: Pick<RunPlace, 'id' | 'tmux' | 'pane' | 'folder'>,
  secrets: readonly string[],
  options: ScrubOptions = {},
): Promise<ScrubResult> {
  const { events, ...call } = options;
  const wanted = secrets.filter((secret) => secret !== '');
  if (wanted.length === 0) return { log: 0, pane: 'nothing', events: 0 };
  const { tmux, pane, id } = place;
  return {
    pane: pane ? await scrubPane(tmux, pane, wanted) : 'nothing',
    log: await scrubLog(tmux.host, place, wanted, call).catch(noLog),
    events: (await events?.scrub(id, wanted)) ?? 0,
  };
}

/** A log that is not there holds no secret. */
function noLog(error: unknown): number {
  if (isMuxError(error, 'LOG_UNAVAILABLE', 'FILE_NOT_FOUND')) return 0;
  throw error;
}
