// npm run check: everything that can be said about the code without running its tests.
import { build } from './lib/build.mjs';
import { installDependencies } from './lib/install-dependencies.mjs';
import { main, Refusal, root } from './lib/project.mjs';
import { collect, tool } from './lib/run.mjs';

const aboutSources = [
  ['format and lint', () => program(tool('biome'), 'ci', '--colors=off', '--error-on-warnings', '.')],
  ['types', () => program(tool('tsc'), '--noEmit')],
  ['types of the dashboard', () => program(tool('tsc'), '--noEmit', '-p', 'web')],
  ['architecture', () => script('check-architecture.mjs')],
  ['unused code', () => program(tool('knip'), '--no-config-hints')],
  ['language', () => script('check-language.mjs')],
];

const aboutTheBuild = [
  ['build', () => build().then(() => undefined, told)],
  ['package', () => program(tool('publint'), 'run', '.', '--strict')],
  ['package types', () => program(tool('attw'), '--pack', '.', '--profile', 'esm-only')],
  ['types of examples', () => script('check-examples.mjs')],
  ['docs/errors.md', () => script('generate-error-docs.mjs', '--check')],
  ['docs/reference.md', () => script('generate-reference.mjs', '--check')],
  ['docs/openapi.json', () => script('generate-openapi.mjs', '--check')],
  ['man/mux.1', () => script('generate-man-page.mjs', '--check')],
];

await main(async () => {
  await installDependencies();
  const failed = [];
  const inOrder = async (checks) => {
    for (const [name, check] of checks) {
      if (checks === aboutTheBuild && failed.includes('build')) console.log(`skipped  ${name}`);
      else if (!(await passes(name, check))) failed.push(name);
    }
  };
  // Two at a time: each keeps one processor busy.
  await Promise.all([inOrder(aboutSources), inOrder(aboutTheBuild)]);
  if (failed.length === 0) return 0;
  console.error(
    `${failed.length === 1 ? 'One check' : `${failed.length} checks`} failed: ${failed.join(', ')}.`,
  );
  return 1;
});

async function passes(name, check) {
  const startedAt = performance.now();
  const complaint = await check();
  const time = `${((performance.now() - startedAt) / 1000).toFixed(1)} s`;
  console.log(`${complaint === undefined ? 'ok' : 'FAILED'}`.padEnd(9) + name.padEnd(24) + time.padStart(7));
  if (complaint !== undefined) console.log(`\n${complaint.trimEnd().replace(/^/gm, '    ')}\n`);
  return complaint === undefined;
}

function script(name, ...args) {
  return program(process.execPath, `${root}/scripts/${name}`, ...args);
}

/** What the program printed, if it failed. */
async function program(command, ...args) {
  // npm, which attw and publint start, would warn about every setting of the user that it does not know.
  const { code, output } = await collect(command, args, {
    env: { ...process.env, npm_config_loglevel: 'error' },
  });
  return code === 0 ? undefined : output || `exit code ${code}`;
}

function told(error) {
  if (error instanceof Refusal) return error.message;
  throw error;
}
