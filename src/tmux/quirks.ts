import { compareVersions, parseVersion, type TmuxVersion } from './version.js';

export interface Quirk {
  readonly name: QuirkName;
  /** First version that behaves so; `undefined` for all that muxwright supports. */
  readonly since: string | undefined;
  /** First version that does not any more. */
  readonly until: string | undefined;
  /** What tmux does, and what muxwright does about it. */
  readonly reason: string;
}

export type QuirkName =
  | 'crash-when-clients-come-and-go'
  | 'early-commands-before-attach'
  | 'lost-sigchld'
  | 'output-dropped-at-exit'
  | 'enter-as-carriage-return'
  | 'paste-made-printable'
  | 'replies-escape-control-characters'
  | 'clients-follow-destroyed-session';

/** What differs between the versions of tmux, 3.2 to 3.7, in one place. */
export const quirks: readonly Quirk[] = [
  {
    name: 'crash-when-clients-come-and-go',
    since: undefined,
    until: '3.7',
    reason:
      'While a control-mode client is in its handshake, the server crashes if it has to notify all clients: of one that ' +
      'left, of a session that came or went. Our client sends its handshake in one piece (see WHOLE_HANDSHAKE_CLIENT). ' +
      'Where it cannot, handshakes and our own commands that notify are kept apart (see Handshakes).',
  },
  {
    name: 'early-commands-before-attach',
    since: undefined,
    until: '3.4',
    reason: 'A command sent before the first block can run before the attach: wait for that block.',
  },
  {
    name: 'lost-sigchld',
    since: undefined,
    until: '3.6',
    reason:
      'Builds with utempter can lose SIGCHLD, and a pane whose program has ended stays until the next one comes. ' +
      'Whoever waits for an exit lets the server start and reap a short-lived child now and then.',
  },
  {
    name: 'output-dropped-at-exit',
    since: undefined,
    until: '3.7',
    reason:
      'What the server has not read from a program when it exits is dropped, and in all versions what it has not sent. ' +
      'Programs that must not lose their last bytes are kept open by their wrapper; for others their pane is kept ' +
      '(see ExitHold).',
  },
  {
    name: 'enter-as-carriage-return',
    since: '3.7',
    until: undefined,
    reason: 'A named Enter was seen not to arrive where a literal carriage return does: send the byte.',
  },
  {
    name: 'paste-made-printable',
    since: '3.7',
    until: undefined,
    reason: 'paste-buffer makes control characters printable unless it is told not to with -S.',
  },
  {
    name: 'replies-escape-control-characters',
    since: '3.4',
    until: undefined,
    reason: 'Control characters in replies come as \\ooo or \\n; the record format undoes both forms.',
  },
  {
    name: 'clients-follow-destroyed-session',
    since: '3.6',
    until: undefined,
    reason:
      'With the client flag no-detach-on-destroy a client moves on to another session when its own goes. Before ' +
      'that it is detached, and muxwright connects again.',
  },
];

/** Whether a version of tmux has a quirk. */
export function hasQuirk(version: TmuxVersion, name: QuirkName): boolean {
  const quirk = quirks.find((candidate) => candidate.name === name);
  if (!quirk) return false;
  if (quirk.since !== undefined && compareVersions(version, parseVersion(quirk.since)) < 0) return false;
  return quirk.until === undefined || compareVersions(version, parseVersion(quirk.until)) < 0;
}
