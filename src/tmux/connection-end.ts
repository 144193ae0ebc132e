/** Why a connection is over. */
export interface ConnectionEnd {
  /** What tmux said in `%exit`, what the host printed, or what broke the link. */
  readonly reason: string;
  /** Whether tmux itself said good-bye, rather than the link breaking. */
  readonly orderly: boolean;
}

/**
 * Why a client did not come to stay.
 * - `refused`: tmux does not let it in
 * - `sent-away`: tmux said good-bye at once. It says the same to a client that a hook detaches and to one whose session
 *   ends (seen up to 3.7), so only a client that is sent away again and again is not wanted
 * - `interrupted`: the link broke, or the server or the session ended, which says nothing about the next attempt
 */
export type AttachFailure = 'refused' | 'sent-away' | 'interrupted';

export function failureOf({ reason, orderly }: ConnectionEnd): AttachFailure {
  if (REFUSED.test(reason)) return 'refused';
  return orderly && !ENDED.test(reason) ? 'sent-away' : 'interrupted';
}

/** What the client of tmux (3.2 to 3.7) says where it may not come in. */
const REFUSED = /access not allowed|protocol version mismatch|unknown option|^usage:/m;

/** What stands behind `%exit` where nobody was sent away. */
const ENDED = /^(?:exited|server exited|lost server|lost tty|terminated)/;
