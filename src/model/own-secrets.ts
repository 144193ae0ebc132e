/**
 * Whether an environment variable tells how to reach, or to read, what muxwright keeps: the address of the store may have
 * a password in it, and the headers of traces have a token. No program that muxwright starts inherits it.
 */
export function isOwnSecret(name: string): boolean {
  return OWN_SECRETS.test(name);
}

const OWN_SECRETS =
  /^(?:MUXWRIGHT_(?:STORE(?:_LISTEN)?|\w*(?:KEY|TOKEN|SECRET|PASSWORD)\w*)|OTEL_EXPORTER_OTLP_(?:\w+_)?(?:HEADERS|CLIENT_KEY))$/;

/** Those that are known by name: in a tmux server that others started with them, each run unsets them. */
export const ownSecretNames = [
  'MUXWRIGHT_STORE',
  'MUXWRIGHT_STORE_LISTEN',
  'MUXWRIGHT_KEY_FILE',
  'OTEL_EXPORTER_OTLP_HEADERS',
  'OTEL_EXPORTER_OTLP_TRACES_HEADERS',
] as const;
