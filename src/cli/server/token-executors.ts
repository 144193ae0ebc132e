import {
  auditList,
  type Scope,
  tokenCreate,
  tokenLink,
  tokenList,
  tokenRevoke,
} from '../../operations/index.js';
import { calling } from '../calling.js';
import { readDuration } from '../option-values.js';
import { ago } from '../text/ago.js';
import { list as listed } from '../text/columns.js';
import { limitsOf, reachText } from './limits.js';

export const create = calling(
  tokenCreate,
  (args) => {
    const scope = args.value('scope');
    const expires = args.value('expires');
    return {
      name: args.operand('NAME'),
      ...(scope !== undefined && { scopes: [scope as Scope] }),
      ...limitsOf(args),
      ...(expires !== undefined && { lifetimeMs: readDuration('expires', expires) }),
    };
  },
  ({ token }) => token,
);

export const list = calling(
  tokenList,
  (args) => ({ limit: 1_000, ...(args.has('sessions') && { kind: 'session' as const }) }),
  ({ tokens }, _, output) =>
    listed(
      ['ID', 'TOKEN', 'MAY', 'REACH', 'STATE', 'MADE', 'USED'],
      tokens.map(({ id, name, scopes, state, hosts, sessions, tags, createdAt, expiresAt, lastUsedAt }) => [
        id,
        name,
        scopes.join(','),
        reachText(scopes, { hosts, sessions, tags }),
        state === 'active' && expiresAt !== undefined ? `until ${expiresAt.slice(0, 16)}Z` : state,
        `made ${ago(createdAt)} ago`,
        lastUsedAt === undefined ? 'never used' : `used ${ago(lastUsedAt)} ago`,
      ]),
      output,
    ),
);

export const revoke = calling(
  tokenRevoke,
  (args) => ({ token: args.operand('TOKEN') }),
  ({ id, name }) => `Revoked ${name} (${id}).`,
);

export const link = calling(
  tokenLink,
  (args) => {
    const token = args.operand('TOKEN');
    return token === '' ? {} : { token };
  },
  ({ link: url }) => url,
);

export const audit = calling(
  auditList,
  (args) => {
    const limit = args.value('limit');
    return {
      caller: args.value('caller'),
      action: args.value('action'),
      target: args.value('target'),
      ...(limit !== undefined && { limit: Number(limit) }),
    };
  },
  ({ entries }, _, output) =>
    listed(
      ['TIME', 'CALLER', 'VIA', 'ACTION', 'TARGET', 'HOST', 'OUTCOME'],
      entries.map(({ at, caller, via, action, target = '', host = '', outcome }) => [
        `${at.slice(0, 19)}Z`,
        caller,
        via,
        action,
        target,
        host,
        outcome,
      ]),
      output,
    ),
);
