/** How `mux serve` serves, where its flags do not say otherwise. */
export interface ServerConfig {
  /** `log_level`: how much is logged. */
  readonly logLevel: ServerLogLevel | undefined;
  /** `allow_hosts`: names under which the server may be asked, besides `localhost` and addresses. */
  readonly allowHosts: readonly string[];
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
  listen: undefined,
  port: undefined,
});
