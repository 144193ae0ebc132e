import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { isBuiltin } from 'node:module';
import { basename, dirname, join, relative } from 'node:path';
import { behindDoors } from './behind-doors.mjs';
import { layerImports } from './bundle-layers.mjs';
import { root } from './project.mjs';
import { workedOut } from './worked-out.mjs';

const target = 'node20.9';

/**
 * Puts the command line into a few files, because Node takes longer to find hundreds of small ones than to run them.
 * Each command stays a file of its own, with what only it needs. They are CommonJS, see src/cli/start.
 */
export async function bundle(outdir = `${root}/dist/cli`) {
  const { build, transform } = await import('esbuild');
  const common = {
    outdir,
    absWorkingDir: root,
    bundle: true,
    platform: 'node',
    target,
    legalComments: 'none',
    logLevel: 'error',
  };
  const { outputFiles, metafile } = await build({
    ...common,
    entryPoints: [`${root}/src/cli/run.ts`],
    // Only ES modules can be split.
    splitting: true,
    format: 'esm',
    write: false,
    metafile: true,
    // Named after what is in them, because that is how what was compiled is found again. Beside main.js, not below it:
    // all are as far from package.json.
    entryNames: '[name]-[hash]',
    chunkNames: '[name]-[hash]',
    plugins: [
      packages,
      english,
      noValidator,
      shortNames(transform),
      workedOut(build),
      ownSource(await layerImports()),
    ],
  });
  const [entry] = Object.entries(metafile.outputs).find(
    ([, { entryPoint }]) => entryPoint === 'src/cli/run.ts',
  );
  await build({
    ...common,
    entryPoints: [`${root}/src/cli/start/main.ts`],
    format: 'cjs',
    define: { BUNDLE_ENTRY: JSON.stringify(`./${basename(entry)}`) },
    ...smaller,
  });
  await Promise.all(
    outputFiles.map(async ({ path, text }) => writeFile(path, await commonJs(transform, text))),
  );
  await writeFile(`${outdir}/package.json`, '{ "type": "commonjs" }\n');
  await removeEarlier(outdir, new Set(outputFiles.map(({ path }) => basename(path))));
}

/** Less to read for Node; names stay, for those who report a mistake. */
const smaller = { minifySyntax: true, minifyWhitespace: true };

async function commonJs(transform, text) {
  const { code } = await transform(text, {
    ...smaller,
    target,
    platform: 'node',
    format: 'cjs',
    supported: { 'dynamic-import': false },
    define: { 'import.meta.url': 'BUNDLE_ADDRESS' },
  });
  return ascii(code.replaceAll('BUNDLE_ADDRESS', 'require("node:url").pathToFileURL(__filename)'));
}

/** The loader takes every byte for a character. esbuild writes all text so, but regular expressions as they are. */
function ascii(code) {
  return code.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** A file is named after what is in it, so an earlier bundle would stay beside this one, and be shipped with it. */
async function removeEarlier(outdir, made) {
  const earlier = (await readdir(outdir)).filter((name) => /-[A-Z0-9]{8}\.js$/.test(name) && !made.has(name));
  await Promise.all(earlier.map((name) => rm(join(outdir, name))));
}

/** Packages of many small files that the usual commands need, with those that they need. The others stay where npm has put them. */
const bundled = ['@modelcontextprotocol/node', '@modelcontextprotocol/server', 'kysely', 'yaml', 'zod'];

const packages = {
  name: 'packages',
  setup({ onResolve }) {
    onResolve({ filter: /^[^./]/ }, ({ path, kind, importer }) => {
      // The one for Node calls require(), which a bundle of ES modules has not; the other one has the same in it.
      if (path === 'yaml') return { path: `${root}/node_modules/yaml/browser/index.js` };
      if (kind === 'entry-point' || bundled.some((name) => path === name || path.startsWith(`${name}/`)))
        return undefined;
      if (importer.includes('/node_modules/') && !isBuiltin(path)) return undefined;
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

/** The SDK of MCP brings a validator for JSON Schema, which `src/mcp/mcp-server.ts` does not use: half of the package. */
const noValidator = {
  name: 'no-validator',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^@modelcontextprotocol\/server\/_shims$/ }, () => ({
      path: 'shims',
      namespace: 'mcp',
    }));
    onLoad({ filter: /.*/, namespace: 'mcp' }, () => ({
      contents: `export { default as process } from 'node:process';
        export class DefaultJsonSchemaValidator {
          constructor() { throw new Error('Schemas are not validated by the SDK here.'); }
        }`,
    }));
  },
};

/** Of packages, the names are short, too: a third less for Node to read. Ours stay, for those who report a mistake. */
const shortNames = (transform) => ({
  name: 'short-names',
  setup({ onLoad }) {
    onLoad(
      { filter: /\/node_modules\/(?:@modelcontextprotocol|kysely|yaml|zod)\/.*\.m?js$/ },
      async ({ path }) => {
        const source = await readFile(path, 'utf8');
        const text = path.includes('/@modelcontextprotocol/') ? withoutSpareSchemas(source) : source;
        const { code } = await transform(text, { minifyIdentifiers: true, target });
        return { contents: code };
      },
    );
  },
});

/**
 * The SDK of MCP makes a schema for every message of the protocol when it is loaded, and two tables of all of them. Without
 * the tables, and with the calls that make a schema marked as free of effects, those that nobody uses are left out.
 */
function withoutSpareSchemas(source) {
  return source
    .replace(
      /^for \(const (?:key of SPEC_SCHEMA_KEYS|\[key, schema\] of Object\.entries\(authSchemas\))\) .*$/gm,
      '',
    )
    .replace(/^(?!\s*\*).*$/gm, (line) =>
      line.replace(/(?<![\w.$`'"/])(?:z|[A-Z]\w*Schema)\.(?=[a-z]\w*\()/g, '/* @__PURE__ */ $&'),
    );
}

/**
 * Our own modules with four changes: the modules behind the doors of rooms; their layer; the whole of zod as an import of which what nobody uses can be left
 * out; and their address, because one that looks for files beside it finds them from where tsc puts it, and not from the
 * bundle.
 */
const ownSource = (layersOf) => ({
  name: 'own-source',
  setup({ onLoad }) {
    onLoad({ filter: /\/src\/.*\.ts$/ }, async ({ path }) => {
      const compiled = relative(`${root}/src/cli`, path).replace(/\.ts$/, '.js');
      const address = `new URL(${JSON.stringify(compiled)}, import.meta.url).href`;
      const source = behindDoors(path, await readFile(path, 'utf8'))
        .replace("import { z } from 'zod';", "import * as z from 'zod';")
        .replaceAll('import.meta.url', address);
      return { contents: layersOf(path) + source, loader: 'ts' };
    });
  },
});
