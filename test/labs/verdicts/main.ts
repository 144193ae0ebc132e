import { mkdir, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { tryAsUser } from './as-user.js';
import { KeptReports, writeReport } from './kept-reports.js';
import { type OpenLabPlace, openContainer, openHere } from './lab-places.js';
import { provideTools } from './lab-tools.js';
import { programGroups } from './programs/index.js';
import { contradictionLines, markdown, problemLines, progressLine, summarize } from './report.js';
import { type PlaceReport, tryPrograms } from './try-programs.js';

// npm run lab -- verdicts [--place here|user|container|container-user]… [--only RE] [--at N] [--trace] [--keep FOLDER] [--write]
const { values } = parseArgs({
  options: {
    place: { type: 'string', multiple: true },
    only: { type: 'string' },
    at: { type: 'string', default: '6' },
    write: { type: 'boolean' },
    /** Compares the declared truth with what a tracer sees, on this machine, as root. */
    trace: { type: 'boolean', default: false },
    /** A folder that keeps the report of each place: the table is made of those of earlier calls, too. */
    keep: { type: 'string' },
    /** Only for the process of another user. */
    report: { type: 'string' },
  },
});

const wanted = new RegExp(values.only ?? '', 'i');
const programs = Object.entries(programGroups).flatMap(([group, members]) =>
  members.filter(({ name }) => wanted.test(`${group}/${name}`)),
);

async function tryIn(open: () => Promise<OpenLabPlace>): Promise<PlaceReport> {
  await using place = await open();
  return await tryPrograms(place.lab, place.traits, programs, {
    withinMs: 2_000,
    graceMs: 1_000,
    watchMs: 5_000,
    atOnce: Number(values.at),
    done: (observation) => console.log(`${place.traits.name}: ${progressLine(observation)}`),
  });
}

const places: Record<string, () => Promise<PlaceReport>> = {
  here: () => tryIn(() => openHere({ trace: values.trace })),
  user: () => tryAsUser(['--at', values.at, ...(values.only ? ['--only', values.only] : [])]),
  container: () => tryIn(() => openContainer('root')),
  'container-user': () => tryIn(() => openContainer('user')),
};

if (values.report === undefined) provideTools();
const isRoot = process.getuid?.() === 0;
const usual = Object.keys(places).filter((name) => isRoot || name !== 'user');
const chosen = values.place ?? usual;
const strange = chosen.find((name) => !(name in places));
if (strange !== undefined)
  throw new Error(`'${strange}' is not a place of the lab. Use ${Object.keys(places).join(', ')}.`);
const kept = values.keep === undefined ? undefined : new KeptReports(values.keep);
const reports: PlaceReport[] = [];
for (const [name, tryThere] of Object.entries(places)) {
  const tried = chosen.includes(name) ? await tryThere() : undefined;
  const report = (tried && kept?.add(name, tried)) ?? tried ?? kept?.find(name);
  if (report) reports.push(report);
}
const [first] = reports;
if (values.report !== undefined && first) writeReport(values.report, first);
else console.log(problemLines(reports).join('\n'));
if (values.trace) console.log(contradictionLines(reports).join('\n'));
const summary = summarize(reports);
console.log(summary.text);
if (values.write) {
  const folder = fileURLToPath(new URL('../../../docs/labs/', import.meta.url));
  await mkdir(folder, { recursive: true });
  await writeFile(`${folder}verdicts.md`, markdown(reports, programGroups));
}
process.exitCode = summary.passed ? 0 : 1;
