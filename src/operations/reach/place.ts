/** Where something is, as far as a reach goes by it. */
export interface Place {
  /** Address of the host. */
  readonly host: string;
  /** Names of the tmux sessions that it is in; a window may be linked into several. */
  readonly sessions: readonly string[];
  /** Of its run and its worker. */
  readonly tags: readonly string[];
}

/** What an operation is about to work on, in the words of its input. */
export type PlaceRef =
  /** Something there: what it shows is looked at one by one. */
  | { readonly on: string }
  /** All that is there. */
  | { readonly all: string }
  /** All that there is, on every host. */
  | { readonly everything: true }
  /** A session, or something that is to be started in it. */
  | {
      readonly session: string | undefined;
      readonly host: string;
      readonly tags?: readonly string[] | undefined;
    }
  | { readonly target: string; readonly host?: string | undefined }
  | { readonly run: string; readonly host?: string | undefined }
  | { readonly worker: string }
  | { readonly agent: string }
  | { readonly recording: string };
