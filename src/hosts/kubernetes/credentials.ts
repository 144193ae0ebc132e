/** Credentials that a client shows to an API server. */
export interface Credentials {
  /** The header `Authorization`. */
  readonly authorization?: string;
  readonly cert?: Buffer;
  readonly key?: Buffer;
}

export type GetCredentials = () => Promise<Credentials>;
