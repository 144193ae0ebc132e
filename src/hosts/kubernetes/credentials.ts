/** What proves to an API server who asks. */
export interface Credentials {
  /** The header `Authorization`. */
  readonly authorization?: string;
  readonly cert?: Buffer;
  readonly key?: Buffer;
}

export type GetCredentials = () => Promise<Credentials>;
