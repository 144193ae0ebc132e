import { describe, expect, it } from 'vitest';
import { storePlace } from './store-place.js';

const environment = { MUXWRIGHT_HOME: '/state', MUXWRIGHT_STORE: 'postgres://env@db/mux' };

describe('storePlace', () => {
  it('takes what is given before the environment, and that before the usual file', () => {
    expect(storePlace({}, { MUXWRIGHT_HOME: '/state' })).toEqual({
      kind: 'sqlite',
      path: '/state/muxwright.db',
    });
    expect(storePlace({}, environment)).toMatchObject({ kind: 'postgres', url: 'postgres://env@db/mux' });
    expect(storePlace({ path: '/x/a.db' }, environment)).toEqual({ kind: 'sqlite', path: '/x/a.db' });
    expect(storePlace({ url: 'postgres://given@db/mux' }, environment)).toMatchObject({
      url: 'postgres://given@db/mux',
      folder: '/state',
    });
    expect(storePlace({}, { ...environment, MUXWRIGHT_STORE: '' })).toMatchObject({ kind: 'sqlite' });
  });

  it('shows a URL without its password, wherever that stands', () => {
    const shown = (url: string): unknown => (storePlace({ url }, {}) as { readonly shown?: string }).shown;
    expect(shown('postgres://ann:p%40ss@db:5433/mux')).toBe('postgres://ann@db:5433/mux');
    expect(shown('postgresql://db/mux?user=ann&password=secret&sslmode=verify-full')).toBe(
      'postgresql://db/mux',
    );
    expect(shown('postgres://ann:pw@/mux?host=/run/postgresql')).toBe(
      'postgres://ann@/mux?host=/run/postgresql',
    );
  });

  it('takes a machine and a key from the environment, too', () => {
    const more = { MUXWRIGHT_MACHINE: 'ann@web1', MUXWRIGHT_KEY_FILE: '/keys/team' };
    expect(storePlace({}, { ...environment, ...more })).toMatchObject({
      machine: 'ann@web1',
      keyFile: '/keys/team',
    });
    expect(storePlace({ machine: 'b' }, { ...environment, ...more })).toMatchObject({ machine: 'b' });
  });
});
