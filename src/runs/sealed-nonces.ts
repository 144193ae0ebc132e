import { isMuxError } from '../model/index.js';
import type { RunRecord, Vault } from '../store/index.js';
import type { RunPlace } from './run-place.js';

export type RunNonces = NonNullable<RunPlace['nonces']>;

/**
 * The nonces of a run's sentinels as they are kept: encrypted, because a program that reads them could tell the recorder
 * of its own run what to hide. A run whose nonces cannot be kept is started all the same: only its recorder cannot be
 * started again by another process.
 */
export async function sealNonces(vault: Vault, id: string, nonces: RunNonces): Promise<string | undefined> {
  const { startNonce, exitNonce } = nonces;
  return vault.seal(`${startNonce} ${exitNonce}`, purpose(id)).catch(unlessUnknown);
}

export async function openNonces(
  vault: Vault | undefined,
  record: RunRecord | undefined,
): Promise<RunNonces | undefined> {
  if (!vault || record?.startNonce === undefined) return undefined;
  const text = await vault.open(record.startNonce, purpose(record.id)).catch(unlessUnknown);
  const [startNonce, exitNonce] = text?.split(' ') ?? [];
  return startNonce && exitNonce ? { startNonce, exitNonce } : undefined;
}

function unlessUnknown(error: unknown): undefined {
  if (!isMuxError(error)) throw error;
}

function purpose(id: string): string {
  return `run:${id}:nonces`;
}
