import { isMuxError } from '../../../model/index.js';
import {
  hasQuirk,
  parseVersion,
  type Quirk,
  quirks,
  requireVersion,
  type Tmux,
  type TmuxVersion,
  tmuxNotInstalled,
} from '../../../tmux/index.js';

export interface TmuxFacts {
  /** The tmux that commands start. */
  readonly version: TmuxVersion;
  /** The tmux that runs, where one does: older after an update until it is started again. */
  readonly serverVersion: TmuxVersion | undefined;
  readonly sessions: readonly string[];
  /** What this version does differently, and muxwright knows about. */
  readonly quirks: readonly Quirk[];
}

/** Looks at the tmux of a host. Only commands are used that start no server. */
export async function inspectTmux(tmux: Tmux): Promise<TmuxFacts> {
  const version = await installedVersion(tmux);
  requireVersion(version, tmux.place);
  const sessions = (await tmux.sessions()).map(({ name }) => name);
  const serverVersion = sessions.length > 0 ? await runningVersion(tmux) : undefined;
  const counts = serverVersion ?? version;
  return { version, serverVersion, sessions, quirks: quirks.filter(({ name }) => hasQuirk(counts, name)) };
}

async function installedVersion(tmux: Tmux): Promise<TmuxVersion> {
  try {
    const { code, stdout } = await tmux.host.run(['tmux', '-V']);
    if (code !== 0) throw tmuxNotInstalled(tmux.place);
    return parseVersion(stdout.toString());
  } catch (error) {
    if (isMuxError(error, 'PROGRAM_NOT_FOUND')) throw tmuxNotInstalled(tmux.place);
    throw error;
  }
}

async function runningVersion(tmux: Tmux): Promise<TmuxVersion | undefined> {
  try {
    const [version = ''] = await tmux.command('display-message', '-p', '#{version}');
    return parseVersion(version);
  } catch (error) {
    if (isMuxError(error, 'NO_SERVER')) return undefined;
    throw error;
  }
}
