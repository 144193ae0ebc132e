import type { HostOptions } from '../../src/api/hosts.js';
import type { IsolatedTmux } from '../../src/testing/isolated-tmux.js';

/** A tmux server that contenders meet at, and how to get there with muxwright and without. */
export interface Place extends AsyncDisposable {
  /** For the names of results: `local`, `in Docker`. */
  readonly name: string;
  readonly server: IsolatedTmux;
  /** For a `connect()` of its own. */
  readonly hostOptions: HostOptions;
  /** The way of the command line to run a program there; `undefined` where its tool is missing. */
  readonly commandLine: CommandLine | undefined;
}

export interface CommandLine {
  /** What the tool is called: `docker exec`. */
  readonly name: string;
  /** The argv here that runs an argv there, with or without an input that stays open. */
  argv(argv: readonly string[], input: 'no-input' | 'input'): string[];
}

/** The argv of a tmux command on the server of a place. */
export function tmuxArgv(place: Place, ...args: string[]): string[] {
  return ['tmux', '-L', place.server.socket, '-u', ...args];
}
