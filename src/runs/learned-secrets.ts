import { isMuxError } from '../model/index.js';
import { isHidden, type LiveRedactor } from '../redaction/live-redactor.js';
import type { Store } from '../store/index.js';
import { type KnownRules, openRules, sealRules } from './sealed-rules.js';
import { tolerant } from './tolerant.js';

/**
 * Remembers a text that is typed into a run as a secret with the rules of the run, sealed: from then on every process
 * hides it. A run that the store does not know has nowhere to keep it.
 *
 * @example
 * await learnRunSecret(store, run.id, 'correct horse');
 */
export async function learnRunSecret(store: Store, id: string, secret: string): Promise<void> {
  if (!isHidden(secret)) return;
  const rules = await knownRules(store, id);
  const { learned = [] } = rules ?? {};
  if (!rules || learned.includes(secret)) return;
  const secretRules = await sealRules(store.vault, id, { ...rules, learned: [...learned, secret] });
  await store.runs.update(id, { secretRules }).catch((error: unknown) => {
    // Somebody has pruned it meanwhile.
    if (!isMuxError(error, 'RUN_NOT_FOUND')) throw error;
  });
}

/** What was typed into a run as a secret, by whichever process. */
export async function learnedRunSecrets(store: Store, id: string): Promise<readonly string[]> {
  return (await knownRules(store, id))?.learned ?? [];
}

/** What other processes, and other objects of this one, have typed into a run as secrets. */
export class LearnedSecrets {
  readonly #store: Store;
  readonly #id: string;
  readonly #redactor: LiveRedactor;
  #last: string | undefined;

  constructor(store: Store, id: string, redactor: LiveRedactor) {
    this.#store = store;
    this.#id = id;
    this.#redactor = redactor;
  }

  /** Resolves when the redactor hides all of them. The store is asked again only for a text that is not the last one. */
  async hideIn(text: string): Promise<void> {
    if (text === this.#last) return;
    const learned = await tolerant(
      () => learnedRunSecrets(this.#store, this.#id),
      ['STORE_UNAVAILABLE', 'CLOSED'],
    );
    for (const secret of learned ?? []) this.#redactor.hide(secret);
    this.#last = text;
  }
}

/** The rules of a run. Without its key nobody can tell, and what is sealed must stay as it is. */
export async function knownRules(store: Store, id: string): Promise<KnownRules | undefined> {
  const record = await store.runs.secretRules(id);
  if (!record) return undefined;
  if (record.secretRules === undefined) return {};
  return openRules(store.vault, id, record.secretRules).catch(() => undefined);
}
