import { existsSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const configuration = fileURLToPath(new URL('../../.dependency-cruiser.cjs', import.meta.url));

/**
 * Holds the modules under `folder`/src and `folder`/web/src against the rules of `.dependency-cruiser.cjs`. Problems come back as
 * sentences; a cruise that saw too little is a problem too, because it would pass whatever the code says.
 */
export async function checkArchitecture(folder) {
  const { cruise } = await import('dependency-cruiser');
  const { options, ...ruleSet } = createRequire(import.meta.url)(configuration);
  const folders = ['src', 'web/src'].filter((name) => existsSync(resolve(folder, name)));
  const { output } = await cruise(folders, {
    ...options,
    baseDir: resolve(folder),
    validate: true,
    ruleSet,
  });
  const cruised = output.modules.filter(
    (module) => isSource(module.source) && !module.couldNotResolve,
  ).length;
  const expected = sourceFiles(resolve(folder, 'src')).length;
  return { cruised, problems: [...missedModules(cruised, expected), ...violations(output.summary)] };
}

function isSource(path) {
  return /^src\/.*\.[cm]?ts$/.test(path);
}

function sourceFiles(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true }).filter(
    (entry) => entry.isFile() && /\.[cm]?ts$/.test(entry.name),
  );
}

function missedModules(cruised, expected) {
  if (cruised === 0) return ['dependency-cruiser saw no modules under src, so nothing was checked.'];
  if (cruised >= expected) return [];
  return [`dependency-cruiser saw ${cruised} of the ${expected} TypeScript files under src.`];
}

function violations(summary) {
  const comments = new Map(summary.ruleSetUsed.forbidden.map((rule) => [rule.name, rule.comment]));
  return summary.violations.map(({ rule, from, to, cycle }) => {
    const path = cycle ? [from, ...cycle.map((step) => step.name)] : from === to ? [from] : [from, to];
    return `${path.join(' → ')}\n    ${rule.name}: ${comments.get(rule.name)}`;
  });
}
