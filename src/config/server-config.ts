/** How `mux serve` serves, where its flags do not say otherwise. */
export interface ServerConfig {
  /** `log_level`: how much is logged. */
  readonly logLevel: ServerLogLevel | undefined;
  /** `allow_hosts`: names under which the server may be asked, besides `localhost` and addresses. */
  readonly allowHosts: readonly string[];
  /** `hosts`: addresses that tokens may reach which name no hosts, besides those that are known. */
  readonly hosts: readonly string[];
  /** `max_connections`: WebSockets, event streams and sessions of models that one token may have open. */
  readonly maxConnections: number;
  /** `max_streams`: streams and waits that one token may have open, over all its connections. */
  readonly maxStreams: number;
  /** `listen`: the address to listen on. */
  readonly listen: string | undefined;
  /** `port` */
  readonly port: number | undefined;
}

export const serverLogLevels = ['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace'] as const;

export type ServerLogLevel = (typeof serverLogLevels)[number];

/** What counts where `muxwright.yaml` says nothing: what the server itself has. */
export const serverConfigDefaults: ServerConfig = Object.freeze({
  logLevel: undefined,
  allowHosts: Object.freeze([]),
  hosts: Object.freeze([]),
  maxConnections: 100,
  maxStreams: 500,
  listen: undefined,
  port: undefined,
});
