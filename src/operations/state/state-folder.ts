import { homedir } from 'node:os';
import { dirname } from 'node:path';
import { defaultStorePath } from '../../store/store-path.js';

/** Where muxwright keeps what it remembers: `$MUXWRIGHT_HOME`, else `muxwright` in the XDG state folder. */
export function stateFolder(): string {
  return dirname(defaultStorePath(process.env, homedir()));
}
