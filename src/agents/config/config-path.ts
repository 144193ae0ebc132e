import { isAbsolute, join } from 'node:path';
import { homeFolder } from '../../model/home-folder.js';

export const CONFIG_FILE = 'muxwright.yaml';

/** The configuration file of this user, whatever folder he is in. */
export function userConfigPath(
  environment: { readonly XDG_CONFIG_HOME?: string | undefined } = process.env,
  home: string = homeFolder(),
): string {
  const xdg = environment.XDG_CONFIG_HOME;
  // The XDG specification: a relative path is invalid and to be ignored.
  const folder = xdg && isAbsolute(xdg) ? xdg : join(home, '.config');
  return join(folder, 'muxwright', CONFIG_FILE);
}
