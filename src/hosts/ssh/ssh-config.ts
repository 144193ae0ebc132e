import { runChild } from '../run-child.js';
import { sshClientMissing, sshError } from './ssh-error.js';

/** What the user's configuration says about one machine, as far as it matters here. */
export interface SshConfig {
  /**
   * Whether the user shares connections already (a ControlPath, and a ControlMaster that is not `no`): `always`, or
   * only `while-open`, without ControlPersist. Then the first ssh carries all others, and takes them along when it
   * ends; so that of the user can be borrowed, but none of ours should become one.
   */
  readonly sharing: 'always' | 'while-open' | 'never';
  /** Seconds; 0 where the user wants no keep-alive. */
  readonly aliveInterval: number;
}

/** A busy machine may need a while to start a process. */
const START = { timeoutMs: 30_000 };

/** Asks ssh itself (`ssh -G`), which knows about includes, matches and patterns. Nothing is contacted. */
export async function readSshConfig(
  command: string,
  args: readonly string[],
  place: string,
): Promise<SshConfig> {
  const explain = () => (error: Error) => sshClientMissing(command, error);
  const result = await runChild([command, '-G', ...args], START, explain);
  if (result.code !== 0) throw sshError(place, result.stderr.toString());
  return parseSshConfig(result.stdout.toString());
}

/** Whether a shared connection of the user is open now. */
export async function userConnectionOpen(command: string, args: readonly string[]): Promise<boolean> {
  const result = await runChild(
    [command, '-O', 'check', ...args],
    START,
    () => (error) => sshClientMissing(command, error),
  );
  return result.code === 0;
}

export function parseSshConfig(text: string): SshConfig {
  const value = (key: string): string | undefined =>
    new RegExp(`^${key} (.*)$`, 'im').exec(text)?.[1]?.trim();
  const path = value('controlpath') ?? 'none';
  const master = value('controlmaster') ?? 'false';
  const shares = path.toLowerCase() !== 'none' && !['false', 'no'].includes(master);
  const persists = !['no', 'false'].includes(value('controlpersist') ?? 'no');
  return {
    sharing: !shares ? 'never' : persists ? 'always' : 'while-open',
    aliveInterval: Number(value('serveraliveinterval') ?? 0),
  };
}
