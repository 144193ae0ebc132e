// npm run lab -- receipts [--sends N] [--parallel N] [--only WORDS] [--write]: every receipt is compared with what the
// program says that it took.
import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { labPrograms } from './programs.js';
import { receiptTable } from './receipt-table.js';
import { runLab } from './run-lab.js';

const { values } = parseArgs({
  options: {
    sends: { type: 'string', default: '0' },
    parallel: { type: 'string', default: '6' },
    only: { type: 'string', default: '' },
    write: { type: 'boolean', default: false },
  },
});
const most = Number(values.sends) || Number.POSITIVE_INFINITY;
const programs = labPrograms.filter(({ name }) => name.includes(values.only));
const rows = await runLab(programs, {
  sends: ({ share }) => Math.min(share, most),
  parallel: Number(values.parallel),
  onProgram: ({ program, sends, counts, wrong }) => {
    console.log(
      `${wrong.length === 0 ? 'ok   ' : 'WRONG'} ${program.name}: ${sends} ${JSON.stringify(counts)}`,
    );
    for (const { what, detail } of wrong.slice(0, 3)) console.log(`      ${what}: ${detail}`);
  },
});
const table = receiptTable(rows);
console.log(`\n${table}`);
if (values.write) {
  await writeFile(new URL('../../../docs/labs/receipts.md', import.meta.url), table);
}
process.exitCode = rows.some(({ wrong }) => wrong.length > 0) ? 1 : 0;
