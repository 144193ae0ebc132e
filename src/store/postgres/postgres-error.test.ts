import { describe, expect, it } from 'vitest';
import { isCut, isNotNow, isUndone, postgresError } from './postgres-error.js';

const place = 'postgres://ann@db/mux';
const failure = (code: string, message = 'words of the server'): Error =>
  Object.assign(new Error(message), { code });

describe('what PostgreSQL, its driver or the network says', () => {
  it.each([
    ['ENOTFOUND', 'its host has no address'],
    ['ECONNREFUSED', 'no server answers there'],
    ['28P01', 'refused the user or the password'],
    ['3D000', 'does not exist on that server'],
    ['53300', 'has too many connections'],
    ['57P03', 'it is starting'],
    ['53100', 'no space or memory left'],
    ['55P03', 'kept locked by another process'],
    ['25006', 'can only be read'],
    ['57P01', 'cut the connection'],
    ['SELF_SIGNED_CERT_IN_CHAIN', 'could not agree on TLS: words of the server'],
    ['42601', 'could not be used: words of the server'],
  ])('is told in a sentence with something to do: %s', (code, sentence) => {
    const error = postgresError(failure(code), place);
    expect(error).toMatchObject({ code: 'STORE_UNAVAILABLE', details: { path: place, reason: code } });
    expect(error.message).toMatch(new RegExp(`^The database '${place}' .*${sentence}.*\\.$`));
    expect(error.suggestion).toMatch(/\.$/);
  });

  it('is known by its words where it has no code', () => {
    const told = (message: string): string => postgresError(new Error(message), place).message;
    expect(told('Connection terminated unexpectedly')).toContain('cut the connection');
    expect(told('SASL: SCRAM-SERVER-FIRST-MESSAGE: client password must be a string')).toContain('password');
    expect(told('The server does not support SSL connections')).toContain('TLS');
    expect(told('timeout expired')).toContain('no server answers');
  });

  it('says what may be tried again', () => {
    expect([failure('57P01'), failure('ECONNRESET'), failure('ECONNREFUSED')].map(isCut)).toEqual([
      true,
      true,
      true,
    ]);
    expect([failure('28P01'), failure('23505'), failure('40P01')].map(isCut)).toEqual([false, false, false]);
    expect([failure('57P03'), failure('28P01')].map(isNotNow)).toEqual([true, false]);
    expect([failure('40P01'), failure('57P01')].map(isUndone)).toEqual([true, false]);
  });
});
