import { createHash, randomBytes } from 'node:crypto';

/**
 * Proves that the end of the command was reported by the wrapper of a run, and not by the command, which may write
 * to the same terminal and the same files. A chain of hashes, so that the proof itself does not have to be stored:
 *
 * - the proof, known only to the wrapper until the command has ended;
 * - its hash, the exit nonce, by which the recorder finds the sentinel of the end;
 * - the hash of that, the commitment, which is not secret: it is stored with the pane and in the store.
 */
export function newProof(): string {
  return randomBytes(16).toString('hex');
}

export function exitNonceOf(proof: string): string {
  return hashed(proof);
}

export function commitmentTo(exitNonce: string): string {
  return hashed(exitNonce);
}

/** Whether a text is the proof that a run is committed to. */
export function isProof(text: string, commitment: string): boolean {
  return commitmentTo(exitNonceOf(text)) === commitment;
}

function hashed(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 32);
}
