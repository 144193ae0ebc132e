import type { SshAddress } from '../../model/index.js';
import type { SshOptions } from '../host-options.js';

export const sshDefaults = Object.freeze({
  command: 'ssh',
  connectTimeoutMs: 10_000,
  /** Three unanswered questions, one every five seconds, and a dead link is noticed. */
  aliveIntervalSeconds: 5,
  aliveCountMax: 3,
});

/** What every ssh of ours is told, whoever made the connection: never ask anything, no terminal, no escape key. */
export function baseArguments(options: SshOptions): string[] {
  const connectTimeoutMs = options.connectTimeoutMs ?? sshDefaults.connectTimeoutMs;
  return [
    ...(options.configFile === undefined ? [] : ['-F', options.configFile]),
    ...['-T', '-e', 'none'],
    ...['-o', 'BatchMode=yes'],
    ...['-o', `ConnectTimeout=${Math.max(1, Math.ceil(connectTimeoutMs / 1000))}`],
    ...['-o', 'RemoteCommand=none'],
    // QUIET would hide why a connection failed; more than ERROR would mix banners into what programs say.
    ...['-o', 'LogLevel=ERROR'],
  ];
}

/** What a connection that is ours alone is told besides: none of the forwards that the user set up for a terminal. */
export function privateArguments(userAliveInterval: number): string[] {
  const alive = [
    ...['-o', `ServerAliveInterval=${sshDefaults.aliveIntervalSeconds}`],
    ...['-o', `ServerAliveCountMax=${sshDefaults.aliveCountMax}`],
  ];
  return [
    ...['-x', '-o', 'ClearAllForwardings=yes', '-o', 'PermitLocalCommand=no'],
    ...(userAliveInterval > 0 ? [] : alive),
  ];
}

/** The machine, as ssh wants it. The address has been checked to begin with no dash. */
export function destination(address: SshAddress): string[] {
  return [
    ...(address.port === undefined ? [] : ['-p', String(address.port)]),
    ...(address.user === undefined ? [] : ['-l', address.user]),
    address.hostname,
  ];
}
