import { parseHostAddress } from '../../model/index.js';
import { connectPatiently, Tmux, type TmuxOptions } from '../../tmux/index.js';

/**
 * Which tmux server: the name of a socket on this machine, nothing or `null` for its default server, or a connection,
 * which may lead to any host.
 */
export type SocketTarget = string | null | undefined | Tmux;

/** Does something with a server: by a process for each command, unless a connection was given or is wanted. */
export async function atSocket<T>(
  socket: SocketTarget,
  work: (tmux: Tmux) => Promise<T>,
  options: Pick<TmuxOptions, 'control'> = { control: false },
): Promise<T> {
  if (socket instanceof Tmux) return work(socket);
  const query = socket === undefined || socket === null ? '' : `?socket=${encodeURIComponent(socket)}`;
  await using tmux = await connectPatiently(parseHostAddress(`local${query}`), options);
  return await work(tmux);
}
