import { readdir, readFile, rm } from 'node:fs/promises';
import { basename, dirname, join, relative } from 'node:path';
import { layerImports } from './bundle-layers.mjs';
import { root } from './project.mjs';

const target = 'node20.9';

/**
 * Puts the command line into a few files, because Node takes longer to find hundreds of small ones than to run them.
 * Each command stays a file of its own, with what only it needs.
 */
export async function bundle(outdir = `${root}/dist/cli`) {
  const { build, transform } = await import('esbuild');
  const { metafile } = await build({
    entryPoints: [`${root}/src/cli/main.ts`],
    outdir,
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target,
    // Beside main.js, not below it: all are as far from package.json.
    chunkNames: '[name]-[hash]',
    // Less to read for Node; names stay, for those who report a mistake.
    minifySyntax: true,
    minifyWhitespace: true,
    legalComments: 'none',
    logLevel: 'error',
    metafile: true,
    plugins: [packages, english, shortNames(transform), ownSource(await layerImports())],
  });
  await removeEarlier(outdir, new Set(Object.keys(metafile.outputs).map((path) => basename(path))));
}

/** A file is named after what is in it, so an earlier bundle would stay beside this one, and be shipped with it. */
async function removeEarlier(outdir, made) {
  const earlier = (await readdir(outdir)).filter((name) => /-[A-Z0-9]{8}\.js$/.test(name) && !made.has(name));
  await Promise.all(earlier.map((name) => rm(join(outdir, name))));
}

/** Packages of many small files that the usual commands need. The others stay where npm has put them. */
const bundled = ['kysely', 'yaml', 'zod'];

const packages = {
  name: 'packages',
  setup({ onResolve }) {
    onResolve({ filter: /^[^./]/ }, ({ path, kind }) => {
      // The one for Node calls require(), which a bundle of ES modules has not; the other one has the same in it.
      if (path === 'yaml') return { path: `${root}/node_modules/yaml/browser/index.js` };
      if (kind === 'entry-point' || bundled.some((name) => path === name || path.startsWith(`${name}/`)))
        return undefined;
      return { path, external: true };
    });
  },
};

/** zod brings its messages in fifty languages, and ours are in one. */
const english = {
  name: 'english',
  setup({ onLoad }) {
    onLoad({ filter: /\/zod\/v4\/locales\/index\.js$/ }, ({ path }) => ({
      contents: "export { default as en } from './en.js';",
      resolveDir: dirname(path),
    }));
  },
};

/** Of packages, the names are short, too: a third less for Node to read. Ours stay, for those who report a mistake. */
const shortNames = (transform) => ({
  name: 'short-names',
  setup({ onLoad }) {
    onLoad({ filter: /\/node_modules\/(?:kysely|yaml|zod)\/.*\.js$/ }, async ({ path }) => {
      const { code } = await transform(await readFile(path, 'utf8'), { minifyIdentifiers: true, target });
      return { contents: code };
    });
  },
});

/**
 * Our own modules with three changes: their layer; the whole of zod as an import of which what nobody uses can be left
 * out; and their address, because one that looks for files beside it finds them from where tsc puts it, and not from the
 * bundle.
 */
const ownSource = (layersOf) => ({
  name: 'own-source',
  setup({ onLoad }) {
    onLoad({ filter: /\/src\/.*\.ts$/ }, async ({ path }) => {
      const compiled = relative(`${root}/src/cli`, path).replace(/\.ts$/, '.js');
      const address = `new URL(${JSON.stringify(compiled)}, import.meta.url).href`;
      const source = (await readFile(path, 'utf8'))
        .replace("import { z } from 'zod';", "import * as z from 'zod';")
        .replaceAll('import.meta.url', address);
      return { contents: layersOf(path) + source, loader: 'ts' };
    });
  },
});
