// node scripts/check-examples.mjs: whether the examples of README and guides have the types of the package as it is
// built. Tests run the same examples; a type that is not shipped would be seen by nobody there.
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { root } from './lib/project.mjs';
import { collect, tool } from './lib/run.mjs';

const folder = `${root}/.cache/example-types`;
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
const pages = ['README.md', ...readdirSync(`${root}/docs/guides`).map((name) => `docs/guides/${name}`)];
for (const page of pages.filter((path) => path.endsWith('.md'))) {
  const text = readFileSync(`${root}/${page}`, 'utf8');
  for (const { 1: code, index } of text.matchAll(/```ts\n(.*?)```\n/gs)) {
    const line = text.slice(0, index).split('\n').length;
    writeFileSync(`${folder}/${page.replaceAll(/\W+/g, '-')}-${line}.ts`, `${code}\nexport {};\n`);
  }
}
// The code that callers have already, from before they installed it.
const caller = readFileSync(`${root}/test/integration/specs/fixtures/setup-token.ts`, 'utf8');
writeFileSync(`${folder}/caller.ts`, caller.replace(/'[./]+\/src\/index\.js'/, "'muxwright'"));
writeFileSync(`${folder}/tsconfig.json`, JSON.stringify(settings(), undefined, 2));
const { code, output } = await collect(tool('tsc'), ['-p', folder]);
process.stdout.write(output);
process.exit(code);

/** As a program that has installed the package: it is found by its name, with the types of its build. */
function settings() {
  return {
    compilerOptions: {
      target: 'es2024',
      lib: ['es2024', 'esnext.disposable', 'dom'],
      module: 'nodenext',
      strict: true,
      noEmit: true,
      skipLibCheck: true,
      types: ['node'],
    },
    include: ['*.ts'],
  };
}
