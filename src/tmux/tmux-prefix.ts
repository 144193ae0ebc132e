/**
 * The words every spawned tmux command begins with.
 *
 * @example
 * tmuxPrefix();        // ['tmux']
 * tmuxPrefix('work');  // ['tmux', '-L', 'work']
 */
export function tmuxPrefix(socket?: string): string[] {
  return socket === undefined ? ['tmux'] : ['tmux', '-L', socket];
}
