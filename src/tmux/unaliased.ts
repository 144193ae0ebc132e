/**
 * A command by a name that no alias of the user stands for. tmux replaces a name that is in its option `command-alias`
 * word for word, before it looks for a command, so that somebody's `new-window=new-window -c '#{pane_current_path}'`
 * would change what we ask for. A command is also known by any beginning that no other one has, and nobody gives an
 * alias to a name without its last letter. Seen on 3.3a, 3.5a and 3.7.
 *
 * Names that are not ours stay: they may be an alias that somebody means.
 */
export function unaliased(name: string): string {
  return ourCommands.has(name) ? name.slice(0, -1) : name;
}

/** The commands that muxwright uses. */
export const ourCommands: ReadonlySet<string> = new Set([
  'attach-session',
  'capture-pane',
  'clear-history',
  'copy-mode',
  'delete-buffer',
  'detach-client',
  'display-message',
  'has-session',
  'if-shell',
  'kill-pane',
  'kill-server',
  'kill-session',
  'kill-window',
  'list-buffers',
  'list-clients',
  'list-commands',
  'list-keys',
  'list-panes',
  'list-sessions',
  'list-windows',
  'load-buffer',
  'new-session',
  'new-window',
  'paste-buffer',
  'pipe-pane',
  'refresh-client',
  'rename-session',
  'rename-window',
  'resize-pane',
  'resize-window',
  'respawn-pane',
  'run-shell',
  'select-layout',
  'select-pane',
  'select-window',
  'send-keys',
  'set-buffer',
  'set-environment',
  'set-hook',
  'set-option',
  'show-buffer',
  'show-environment',
  'show-messages',
  'show-options',
  'source-file',
  'split-window',
  'swap-pane',
  'switch-client',
]);
