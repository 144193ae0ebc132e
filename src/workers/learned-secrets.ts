import { isHidden } from '../redaction/live-redactor.js';
import { learnRunSecret, type Run } from '../runs/index.js';
import type { WorkerRecord } from '../store/index.js';
import { openRecipe, type Recipe, sealRecipe } from './recipe.js';
import type { WorkerServices } from './worker-services.js';

/**
 * Remembers a text that is sent as a secret with what the worker is started with, sealed: every process hides it from
 * then on, and the recorder of the next run never writes it down.
 */
export async function learnSecret(services: WorkerServices, name: string, secret: string): Promise<void> {
  if (!isHidden(secret)) return;
  const { workers, vault } = services.store;
  const record = await workers.get(name);
  if (!record) return;
  // For those who know its run and not its name.
  if (record.runId !== undefined) await learnRunSecret(services.store, record.runId, secret);
  const { command, options } = (await knownRecipe(services, record)) ?? { command: '', options: {} };
  const { secrets = [] } = options;
  if (secrets.includes(secret)) return;
  const learned = { command, options: { ...options, secrets: [...secrets, secret] } };
  const recipe = await sealRecipe(vault, name, learned);
  await workers.update(name, { recipe }, { runId: record.runId ?? null });
}

/** Tells a run of the secrets that others have sent to its worker; those that were learned. */
export async function hideLearned(services: WorkerServices, record: WorkerRecord, run: Run): Promise<void> {
  const recipe = await knownRecipe(services, record);
  run.hide(recipe?.options.secrets ?? []);
}

/** Without its key nobody can tell. */
async function knownRecipe(services: WorkerServices, record: WorkerRecord): Promise<Recipe | undefined> {
  if (record.recipe === undefined) return undefined;
  return openRecipe(services.store.vault, record.name, record.recipe).catch(() => undefined);
}
