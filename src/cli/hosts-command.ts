import { hostInfo, hostList } from '../operations/index.js';
import { calling } from './calling.js';
import type { Execute } from './command.js';
import { list as listed } from './text/columns.js';

const list = calling(
  hostList,
  () => ({}),
  ({ hosts }, _, output) =>
    listed(
      ['HOST', 'RUNS', 'WORKERS', 'AGENTS', 'CHATS'],
      hosts.map(({ host, runs, workers, agents, sessions }) => [
        host,
        counted(runs, 'run'),
        counted(workers, 'worker'),
        counted(agents, 'agent'),
        counted(sessions, 'chat'),
      ]),
      output,
    ),
);

const info = calling(
  hostInfo,
  (args) => ({ host: args.operand('HOST') }),
  ({ host, reachable, problem, tmuxVersion, sessions = [] }) => {
    if (!reachable)
      return {
        text: `${host}: ${problem?.message ?? 'not reachable'} ${problem?.suggestion ?? ''}`,
        code: 1,
      };
    const running = sessions.length === 0 ? 'no sessions' : `sessions ${sessions.join(', ')}`;
    return `${host}: tmux ${tmuxVersion ?? 'is missing'}, ${running}`;
  },
);

function counted(count: number, what: string): string {
  if (count === 0) return '';
  return count === 1 ? `1 ${what}` : `${count} ${what}s`;
}

/** `mux hosts`: all that something is remembered of, or one as it is now. */
export const hostsCommand: Execute = (args, output) =>
  (args.operand('HOST') === '' ? list : info)(args, output);
