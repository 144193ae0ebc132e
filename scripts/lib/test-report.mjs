import { rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { root } from './project.mjs';

/** Lines of a failure that are worth showing again; the whole of it is further up. */
const linesShown = 12;

/** The arguments that make vitest also keep its results, for `failedTests` of the same name. */
export function reportTo(name) {
  rmSync(file(name), { force: true });
  return ['--reporter=default', '--reporter=json', `--outputFile.json=${file(name)}`];
}

/** The files with failed tests of the last run that reported to `name`, and the names of those tests. */
export async function filesWithFailures(name) {
  const { testResults } = await readReport(name);
  return testResults
    .filter(({ status }) => status === 'failed')
    .map(({ name: path, assertionResults }) => ({
      path: path.replace(`${root}/`, ''),
      tests: assertionResults.filter(({ status }) => status === 'failed').map(({ fullName }) => fullName),
    }));
}

/** The failed tests of the last run that reported to `name`, as lines to print. */
export async function failedTests(name) {
  const { testResults } = await readReport(name);
  return testResults.flatMap(({ name: path, message, assertionResults }) => {
    const failures = assertionResults.filter(({ status }) => status === 'failed');
    const where = path.replace(`${root}/`, '');
    const told = failures.map(({ fullName, failureMessages }) => [
      `${where}: ${fullName}`,
      failureMessages.join('\n'),
    ]);
    // A file that could not be loaded has no test that failed.
    if (message && failures.length === 0) told.push([where, message]);
    return told.flatMap(([title, reason]) => [`failed: ${title}`, ...indented(reason)]);
  });
}

async function readReport(name) {
  try {
    return JSON.parse(await readFile(file(name), 'utf8'));
  } catch {
    return { testResults: [] };
  }
}

function indented(text) {
  return text
    .split('\n')
    .filter((line) => line.trim() !== '' && !line.includes('node_modules'))
    .slice(0, linesShown)
    .map((line) => `    ${line.slice(0, 300)}`);
}

function file(name) {
  return `${root}/.cache/report-${name}.json`;
}
