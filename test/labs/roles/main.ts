// npm run lab -- roles [--half seen|held] [--write]: precision and recall of the tree of roles on the labelled screens.
// npm run lab -- roles --capture [--only WORDS] [--wrapper PROGRAM] [--root FOLDER] [--npm FOLDER]: takes the screens anew.
import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { nodeText } from '../../../src/screen/tree/tree-text.js';
import { captureScenes, makeDemoFiles } from './capture-scenes.js';
import { judgeScreens } from './judge-screens.js';
import { roleTable } from './role-table.js';

const { values } = parseArgs({
  options: {
    half: { type: 'string' },
    only: { type: 'string', default: '' },
    list: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
    capture: { type: 'boolean', default: false },
    wrapper: { type: 'string', default: '' },
    root: { type: 'string', default: '' },
    npm: { type: 'string', default: '' },
  },
});

if (values.capture) {
  const folder = '/demo';
  await makeDemoFiles(`${values.root}${folder}`);
  await captureScenes({ only: values.only, wrapper: values.wrapper, folder, npm: values.npm });
} else {
  const wanted = ({ id, half }: { id: string; half: string }): boolean =>
    id.includes(values.only) && (values.half === undefined || half === values.half);
  const bare = judgeScreens().filter(wanted);
  const known = judgeScreens((program) => ({ program })).filter(wanted);
  if (values.list) {
    for (const { id, extra, missed, otherState } of bare) {
      const lines = [
        ...extra.map((node) => `  extra  ${nodeText(node)}`),
        ...missed.map(({ role, name }) => `  missed ${role} ${String(name ?? '')}`),
        ...otherState.map((text) => `  state  ${text}`),
      ];
      if (lines.length > 0) console.log([id, ...lines].join('\n'));
    }
  }
  const table = roleTable(bare, known);
  console.log(table);
  if (values.write) await writeFile(new URL('../../../docs/labs/roles.md', import.meta.url), table);
}
