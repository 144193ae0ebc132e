import type { Runtime } from '../operations/index.js';
import type { LogDestination } from './observability/log-destination.js';
import type { LogLevel } from './observability/log-options.js';

export interface ServerOptions {
  /**
   * The runtime of the operations. The caller that passes it closes it, after the server.
   * @default a separate one, closed with the server
   */
  readonly runtime?: Runtime | undefined;
  /** @default that of the runtime: `$MUXWRIGHT_HOME`, else `muxwright` in the XDG state folder */
  readonly stateFolder?: string | undefined;
  /** Address to listen on. @default '127.0.0.1' */
  readonly host?: string | undefined;
  /** 0 for any that is free. @default 4747 */
  readonly port?: number | undefined;
  /** Whether to take the next free port where this one is taken. @default false */
  readonly anyPort?: boolean | undefined;
  /** Certificate and key as PEM. */
  readonly tls?: { readonly cert: string | Buffer; readonly key: string | Buffer } | undefined;
  /** Whether to listen beyond this machine without TLS, behind a proxy that has it. @default false */
  readonly insecureBind?: boolean | undefined;
  /** Names besides `localhost` and addresses under which the server may be asked. @default [] */
  readonly allowedHosts?: readonly string[] | undefined;
  /** Folder of the dashboard. @default `web` in the folder of the build */
  readonly webFolder?: string | undefined;
  /** How much is logged, whatever the configuration says. */
  readonly logLevel?: LogLevel | undefined;
  /** How much is logged where nobody says. @default 'silent' */
  readonly usualLogLevel?: LogLevel | undefined;
  /** Takes the log, a line of JSON for each entry. @default stderr, as text where that is a terminal */
  readonly log?: LogDestination | undefined;
  /** Milliseconds that calls get to finish when the server closes. @default 10000 */
  readonly graceMs?: number | undefined;
}

/** The defaults of the room. */
export const serverDefaults = Object.freeze({
  host: '127.0.0.1',
  port: 4747,
  graceMs: 10_000,
  usualLogLevel: 'silent' as const,
  /** Most bytes of a body. */
  bodyLimit: 4 * 1024 * 1024,
  /** Milliseconds that a request may take to arrive. */
  requestTimeoutMs: 60_000,
});
