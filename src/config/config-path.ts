import { isAbsolute, join, resolve } from 'node:path';
import { homeFolder } from '../model/index.js';

export const CONFIG_FILE = 'muxwright.yaml';

/** What decides where the file of this user is; `process.env` is one. */
export interface ConfigEnvironment {
  readonly MUXWRIGHT_CONFIG?: string | undefined;
  readonly XDG_CONFIG_HOME?: string | undefined;
}

/** The configuration file of this user, whatever folder they are in. */
export function userConfigPath(
  environment: ConfigEnvironment = process.env,
  home: string = homeFolder(),
): string {
  const xdg = environment.XDG_CONFIG_HOME;
  // The XDG specification: a relative path is invalid and to be ignored.
  const folder = xdg && isAbsolute(xdg) ? xdg : join(home, '.config');
  return join(folder, 'muxwright', CONFIG_FILE);
}

/** The file that the user named: as an option, or in `MUXWRIGHT_CONFIG`. It counts instead of all others. */
export function namedConfigPath(
  path: string | undefined,
  cwd: string = process.cwd(),
  environment: ConfigEnvironment = process.env,
): string | undefined {
  const named = path ?? (environment.MUXWRIGHT_CONFIG || undefined);
  return named === undefined ? undefined : resolve(cwd, named);
}
