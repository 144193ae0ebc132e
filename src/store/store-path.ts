import { isAbsolute, join, resolve } from 'node:path';

/** The environment that decides where state is kept; `process.env` is one. */
export interface StoreEnvironment {
  readonly MUXWRIGHT_HOME?: string | undefined;
  readonly XDG_STATE_HOME?: string | undefined;
}

/** Where the database is unless the caller says otherwise. */
export function defaultStorePath(environment: StoreEnvironment, home: string): string {
  const { MUXWRIGHT_HOME: own, XDG_STATE_HOME: state } = environment;
  if (own) return join(resolve(own), FILE);
  // The XDG specification: a relative path is invalid and to be ignored.
  const folder = state && isAbsolute(state) ? state : join(home, '.local', 'state');
  return join(folder, 'muxwright', FILE);
}

const FILE = 'muxwright.db';
