import { createHash } from 'node:crypto';
import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';
import type { OperationContext } from '../../operations/index.js';

/**
 * What a client carries from a question to its answer. It is encrypted and authenticated with the key of the vault, so that
 * any process of this machine can read it and nobody can change it, and opens only for the caller and the call that it
 * was made for, until it expires.
 */
export async function sealState(value: object, call: unknown, context: OperationContext): Promise<string> {
  const { vault } = await context.runtime.store();
  return vault.seal(JSON.stringify({ value, expires: Date.now() + LIFETIME_MS }), purposeOf(call, context));
}

/** Fails with -32602 for a state that is not ours, of another caller or call, or too old. */
export async function openState<T>(state: unknown, call: unknown, context: OperationContext): Promise<T> {
  const { vault } = await context.runtime.store();
  try {
    const opened = await vault.open(String(state), purposeOf(call, context));
    const { value, expires } = JSON.parse(opened) as { readonly value: T; readonly expires: number };
    if (expires > Date.now()) return value;
  } catch {
    // Which of the reasons it is helps nobody but who tries to forge one.
  }
  throw new ProtocolError(
    ProtocolErrorCode.InvalidParams,
    'The requestState is invalid, expired, or of another call. Call the tool again without requestState and inputResponses.',
    { reason: 'invalid_request_state' },
  );
}

/** A person may be away from the keyboard for a while. */
const LIFETIME_MS = 3_600_000;

function purposeOf(call: unknown, { caller }: OperationContext): string {
  const hash = createHash('sha256')
    .update(JSON.stringify(sorted(call)))
    .digest('base64url');
  return `mcp:${caller?.tokenId ?? 'local'}:${hash}`;
}

/** A client may write the fields in another order. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const fields = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(fields.map(([name, field]) => [name, sorted(field)]));
}
