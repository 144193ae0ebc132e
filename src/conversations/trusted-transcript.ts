import type { Host } from '../hosts/index.js';

/**
 * Where a transcript really is that a hook has named; `undefined` where it may not be read. A caller that may send hooks can
 * name any file, so only regular files count that lie, all links resolved, in a folder where this agent keeps its
 * transcripts on that host.
 *
 * @param profile the name of the agent's profile
 */
export async function trustedTranscript(
  host: Pick<Host, 'script'>,
  profile: string | undefined,
  path: string,
): Promise<string | undefined> {
  const roots = profile === undefined ? undefined : folders.get(profile);
  if (!roots || !path.startsWith('/') || path.includes('\0')) return undefined;
  const { code, stdout } = await host.script(
    `${RESOLVE}\nfor root in ${roots}; do inside "$root"; done\nexit 1`,
    [path],
  );
  return code === 0 ? stdout.toString() : undefined;
}

/** Where agents keep their transcripts, as words of a shell on the host. A variable can name another folder. */
const folders: ReadonlyMap<string, string> = new Map([
  ['claude-code', `"\${CLAUDE_CONFIG_DIR:+$CLAUDE_CONFIG_DIR/projects}" "$HOME/.claude/projects"`],
  [
    'codex',
    `"\${CODEX_HOME:+$CODEX_HOME/sessions}" "\${CODEX_HOME:+$CODEX_HOME/archived_sessions}" \
"$HOME/.codex/sessions" "$HOME/.codex/archived_sessions"`,
  ],
  ['gemini', '"$HOME/.gemini/tmp"'],
  ['qwen', '"$HOME/.qwen/tmp" "$HOME/.qwen/projects"'],
]);

// `pwd -P` is everywhere. The last part of the path must be no link: what it leads to would have to be looked at, too.
const RESOLVE = `[ -f "$1" ] && [ ! -L "$1" ] || exit 1
folder=$(cd -P -- "$(dirname -- "$1")" 2>/dev/null && pwd -P && echo /) || exit 1
folder=\${folder%?/}
path=$folder/\${1##*/}
[ "$folder" = / ] && path=/\${1##*/}
inside() {
  case $1 in /*) ;; *) return;; esac
  real=$(cd -P -- "$1" 2>/dev/null && pwd -P) || return
  case $path in "$real"/*) printf %s "$path"; exit 0;; esac
}`;
