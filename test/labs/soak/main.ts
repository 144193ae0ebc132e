// npm run lab -- soak [--minutes N] [--loops N] [--write]: mixed work of a library process and mux serve, with samples of
// their memory, descriptors, store and tmux. Fails if one of them grows steadily, a job fails, or something is left.
import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { growthOf } from './growth.js';
import { measures } from './measures.js';
import { runSoak } from './run-soak.js';
import { soakChart } from './soak-chart.js';
import { series, soakPage } from './soak-page.js';

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '60' },
    loops: { type: 'string', default: '1' },
    write: { type: 'boolean', default: false },
  },
});
const report = await runSoak({
  durationMs: Number(values.minutes) * 60_000,
  sampleMs: 10_000,
  loops: Number(values.loops),
  onSample: (sample, counts) => {
    const cells = measures.map(({ key }) => `${key} ${sample.values[key]?.toFixed(1)}`);
    console.log(`${sample.seconds.toFixed(0)} s ${cells.join(' ')} ${JSON.stringify(counts)}`);
  },
});
const page = soakPage(report);
console.log(page);
if (values.write) {
  const docs = new URL('../../../docs/labs/', import.meta.url);
  await writeFile(new URL('soak.md', docs), page);
  await writeFile(new URL('soak.svg', docs), soakChart(report.samples));
}
const grows = measures.some((measure) => growthOf(measure, series(report.samples, measure)).isSteady);
const isFine = !grows && report.left.length === 0 && Object.keys(report.failures).length === 0;
process.exitCode = isFine ? 0 : 1;
