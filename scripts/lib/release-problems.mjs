/** What keeps a version from being released, as sentences. */
export function releaseProblems({ version, lockVersion, changelog, tags, status, branch, files }) {
  const problems = [];
  if (!/^\d+\.\d+\.\d+(?:-[0-9A-Za-z.]+)?$/.test(version)) problems.push(`'${version}' is not a version.`);
  if (lockVersion !== version)
    problems.push(`package-lock.json has version ${lockVersion}, package.json ${version}: run npm install.`);
  if (tags.includes(`v${version}`)) problems.push(`The tag v${version} exists: raise the version.`);
  if (branch !== 'main') problems.push(`The branch is ${branch}: release from main.`);
  if (status !== '') problems.push('There are changes that are not committed.');
  const section = sections(changelog);
  const released = section.get(version);
  if (released === undefined)
    problems.push(`CHANGELOG.md has no section '## [${version}] - YYYY-MM-DD': rename Unreleased.`);
  else if (!/^\d{4}-\d{2}-\d{2}$/.test(released.date))
    problems.push(`The section ${version} of CHANGELOG.md has no date, as in 2026-01-31.`);
  else if (released.text === '') problems.push(`The section ${version} of CHANGELOG.md is empty.`);
  const unreleased = section.get('Unreleased');
  if (unreleased === undefined) problems.push("CHANGELOG.md has no section '## [Unreleased]'.");
  else if (unreleased.text !== '') problems.push('The section Unreleased of CHANGELOG.md is not empty.');
  for (const needed of needs)
    if (!files.some((file) => file === needed)) problems.push(`The package would lack ${needed}.`);
  for (const file of files)
    if (/^(?:src|test|scripts|bench|docs|node_modules)\/|\.map$/.test(file))
      problems.push(`The package would have ${file} in it.`);
  return problems;
}

const needs = [
  'package.json',
  'README.md',
  'LICENSE',
  'CHANGELOG.md',
  'man/mux.1',
  'dist/index.js',
  'dist/index.d.ts',
  'dist/cli/main.js',
  'dist/web/index.html',
];

function sections(changelog) {
  const found = new Map();
  for (const part of changelog.split(/^## /m).slice(1)) {
    const [, name = '', date = ''] = /^\[([^\]]+)\](?: - (\S+))?/.exec(part) ?? [];
    found.set(name, { date, text: part.slice(part.indexOf('\n')).trim() });
  }
  return found;
}
