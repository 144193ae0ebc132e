import type { Store } from '../../store/index.js';
import type { Pane } from '../../tmux/index.js';
import { knownRules } from '../learned-secrets.js';
import type { RunRules } from '../pane-rules.js';
import { RUN_OPTION } from '../run-option.js';
import { parseRunNote } from '../run-panes.js';
import { redactorOf } from '../sealed-rules.js';
import { beginRecording } from './begin-recording.js';
import type { RecordOptions } from './record-options.js';
import type { Recording } from './recording.js';

export interface RecordPaneOptions extends RecordOptions {
  /** With it, also what others typed into the pane as a secret is hidden, and what the rules of a run in it hide. */
  readonly store?: Store;
}

/**
 * Records what a pane shows into a new file for players (asciicast), as it comes, without secrets. Resolves when the
 * screen as it is now is in the file, and nothing is missed any more. It goes on until `stop()`, the signal, or the end
 * of the pane. Fails with `FILE_EXISTS` where the file is there. A run has `run.record()`, which knows its exit as well.
 *
 * @example
 * await using recording = await recordPane(pane, 'demo.cast', { title: 'A demo', redactors: [/token-\w+/] });
 * await pane.sendText('make deploy\n');
 * await pane.waitForText('deployed');
 * const { durationMs, bytes } = await recording.stop();
 */
export async function recordPane(
  pane: Pane,
  path: string,
  { store, ...options }: RecordPaneOptions = {},
): Promise<Recording> {
  return beginRecording({ pane, store, rules: store && (await rulesIn(pane, store)) }, path, options);
}

/** Anybody can write a note that names a run; what it leads to only hides more. */
async function rulesIn(pane: Pane, store: Store): Promise<RunRules | undefined> {
  const id = parseRunNote((await pane.options.get(RUN_OPTION)) ?? '')?.id;
  const known = id === undefined ? undefined : await knownRules(store, id);
  return id === undefined || !known ? undefined : { id, redactor: redactorOf(known) };
}
