import { MuxError } from '../../model/index.js';
import type { Refused, TokenKind } from './tokens.js';

/** Why a caller is sent away, for people. */
export function tokenRefusal({ refused }: Refused, kind: TokenKind): MuxError {
  const what = kind === 'session' ? 'The session' : 'The token';
  return new MuxError('UNAUTHENTICATED', `${what} ${said[refused]}.`, {
    suggestion:
      kind === 'session'
        ? 'Get a new link with: mux token link.'
        : 'Create another one with: mux token create NAME.',
    details: { refused },
  });
}

const said: Readonly<Record<Refused['refused'], string>> = {
  unknown: 'is unknown',
  wrong: 'is unknown',
  expired: 'has expired',
  revoked: 'was revoked',
};
