import type { FastifyRequest } from 'fastify';
import { MuxError } from '../../model/index.js';
import { reachOfToken, type TokenKind, tokenIdOf, tokenRefusal } from '../../operations/index.js';
import type { Caller, ServerContext } from '../server-context.js';
import { requireOrigin } from './check-origin.js';
import type { FailureLimit } from './failure-limit.js';
import { sessionCookie } from './session-cookie.js';

/** The caller; `undefined` if the request has no credentials. Fails if they are invalid. */
export async function authenticate(
  request: FastifyRequest,
  { tokens, audit }: Pick<ServerContext, 'tokens' | 'audit'>,
  failures: FailureLimit,
): Promise<Caller | undefined> {
  const shown = shownSecret(request);
  if (!shown) return undefined;
  const { secret, kind, via } = shown;
  // The id is not secret: guessing the rest of one token must not block the callers with other tokens.
  const key = `${request.ip} ${tokenIdOf(secret) ?? ''}`;
  failures.check(key);
  const record = await tokens.verify(secret, kind);
  if ('refused' in record) {
    failures.add(record.refused === 'unknown' ? `${request.ip} ` : key);
    if (record.refused === 'unknown') failures.check(`${request.ip} `);
    await audit.record(
      { name: 'unknown', via, address: request.ip, tokenId: tokenIdOf(secret) },
      { action: 'sign in', outcome: record.refused },
    );
    throw tokenRefusal(record, kind);
  }
  if (via === 'cookie') requireOrigin(request);
  await tokens.touch(record.id);
  const { name, scopes, expiresAt } = record;
  const { id, parent } = record;
  return {
    name,
    scopes,
    via,
    tokenId: parent ?? id,
    reach: reachOfToken(scopes, record.reach),
    credential: { id, kind },
    expiresAt,
  };
}

interface ShownSecret {
  readonly secret: string;
  readonly kind: TokenKind;
  readonly via: Caller['via'];
}

function shownSecret({ headers }: FastifyRequest): ShownSecret | undefined {
  const { authorization } = headers;
  if (authorization !== undefined) {
    const secret = /^Bearer +(\S+)$/i.exec(authorization.trim())?.[1];
    if (secret !== undefined) return { secret, kind: 'token', via: 'token' };
    throw new MuxError('UNAUTHENTICATED', 'The header Authorization is invalid.', {
      suggestion: 'Use the form: Bearer mux_….',
    });
  }
  const cookie = sessionCookie(headers.cookie);
  return cookie === undefined ? undefined : { secret: cookie, kind: 'session', via: 'cookie' };
}
