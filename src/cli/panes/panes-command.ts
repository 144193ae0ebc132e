import { defined, paneList } from '../../operations/index.js';
import { calling } from '../calling.js';
import { formatTree } from './format-tree.js';

export const panesCommand = calling(
  paneList,
  (args) => defined({ host: args.value('host'), session: args.value('session') }),
  (tree, _, { style }) => `${formatTree(tree, style).join('\n')}\n`,
);
