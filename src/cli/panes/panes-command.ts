import { defined } from '../../operations/defined.js';
import { paneList } from '../../operations/panes/pane-list.js';
import { calling } from '../calling.js';
import { formatTree } from './format-tree.js';

export const panesCommand = calling(
  paneList,
  (args) => defined({ host: args.value('host'), session: args.value('session') }),
  (tree, _, { style }) => `${formatTree(tree, style).join('\n')}\n`,
);
