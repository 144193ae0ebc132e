import type { Host } from '../hosts/index.js';
import { type CallOptions, Deadline, formatHostAddress, MuxError } from '../model/index.js';
import { folderUnusable } from './folder-unusable.js';
import { TOOLS_SCRIPT } from './host-tools-script.js';

/** What a host has for runs. */
export interface HostTools {
  readonly uid: number;
  /** As `uname -s` says: `Linux`, `Darwin`. */
  readonly system: string;
  /** As `uname -m` says: `x86_64`, `aarch64`. */
  readonly machine: string;
  /** Path of bash; empty if bash is not installed. */
  readonly shell: string;
  readonly filter: FilterTool;
  /** Where the files of runs lie: it exists, is ours alone (0700) and can be written to. */
  readonly folder: string;
}

/** What the recorder runs in. */
export type FilterTool =
  | { readonly dialect: 'perl'; readonly command: 'perl' }
  | {
      readonly dialect: 'awk';
      /** As words for a shell: `gawk`, `mawk`, `busybox awk`, `awk`. */
      readonly command: string;
      /** What it really is, as far as it says so: Debian's `awk` is a mawk. */
      readonly flavour?: AwkFlavour;
    };

export type AwkFlavour = 'gawk' | 'mawk' | 'busybox' | 'other';

export interface HostToolsOptions extends CallOptions {
  /**
   * Where the files of runs shall lie: an absolute path.
   * @default `$MUXWRIGHT_HOME/runs`, else `${XDG_STATE_HOME:-$HOME/.local/state}/muxwright/runs`, else, where that
   * cannot be written, `/tmp/muxwright-UID/runs`; all as the host sees it
   */
  readonly folder?: string;
  /** Look again, whatever was found before: the folder may have been removed since. */
  readonly refresh?: boolean;
}

/**
 * Finds out what a host has for runs, and makes the folder for their files. One round trip, and none for a host and
 * folder that were looked at before.
 *
 * @example
 * const { folder, filter } = await hostTools(host);
 */
export async function hostTools(host: Host, options: HostToolsOptions = {}): Promise<HostTools> {
  const { refresh = false, ...call } = options;
  const folder = (options.folder ?? '').replace(/(?<=.)\/+$/, '');
  if (folder !== '' && !folder.startsWith('/')) {
    throw new MuxError('INVALID_ARGUMENT', `The log folder '${folder}' is not an absolute path.`, {
      suggestion: 'Give one that begins with a slash.',
    });
  }
  const found = known.get(host) ?? new Map<string, Promise<HostTools>>();
  known.set(host, found);
  const looking = (refresh ? undefined : found.get(folder)) ?? look(host, folder);
  if (found.get(folder) !== looking) {
    found.set(folder, looking);
    // What went wrong once may go well the next time.
    looking.catch(() => found.get(folder) === looking && found.delete(folder));
  }
  // Several callers may wait for the same answer: one that gives up must not take it from the others.
  using deadline = new Deadline({ what: `Looking for tools on ${formatHostAddress(host.address)}`, ...call });
  return await deadline.race(looking);
}

const known = new WeakMap<Host, Map<string, Promise<HostTools>>>();

async function look(host: Host, given: string): Promise<HostTools> {
  const place = formatHostAddress({ ...host.address, socket: undefined });
  const { stdout } = await host.script(TOOLS_SCRIPT, [given], { timeoutMs: 60_000 });
  const fields = stdout.toString().split('\0');
  const [uid = '', system = '', machine = '', shell = '', command = '', version = ''] = fields;
  const [problem = '', folder = '', said = ''] = fields.slice(6);
  if (!/^\d+$/.test(uid))
    throw new MuxError('PROTOCOL_ERROR', `Looking for tools on ${place} gave no answer.`);
  if (problem !== '') throw folderUnusable(place, folder, problem, said);
  if (command === '') {
    throw new MuxError(
      'PROGRAM_NOT_FOUND',
      `There is neither perl nor awk on ${place}, to record output with.`,
      {
        suggestion: 'Install perl, or any awk.',
        details: { place },
      },
    );
  }
  const filter: FilterTool =
    command === 'perl'
      ? { dialect: 'perl', command }
      : { dialect: 'awk', command, flavour: awkFlavour(version) };
  return { uid: Number(uid), system, machine, shell, filter, folder };
}

function awkFlavour(version: string): AwkFlavour {
  if (/busybox/i.test(version)) return 'busybox';
  if (/\bmawk\b/i.test(version)) return 'mawk';
  return /GNU Awk|\bgawk\b/i.test(version) ? 'gawk' : 'other';
}
