import { defined, workerList } from '../../operations/index.js';
import { askingOnce, calling } from '../calling.js';
import { list } from '../text/columns.js';
import { workerHead, workerRow } from './worker-text.js';

export const lsCommand = calling(
  workerList,
  (args) =>
    defined({
      tag: args.value('tag'),
      state: args.has('running') ? ('running' as const) : undefined,
      hosts: args.has('host') ? [...args.values('host')] : undefined,
    }),
  ({ workers, hasMore }, _, output) => {
    if (workers.length === 0) return 'No workers. Start one with: mux spawn NAME -- COMMAND';
    const { style } = output;
    const rows = workers.map((worker) => workerRow(worker, style));
    return list(workerHead, rows, output) + (hasMore ? style.dim('… and more\n') : '');
  },
  askingOnce,
);
