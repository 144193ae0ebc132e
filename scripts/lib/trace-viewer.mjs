import { createHash } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { isBuiltin } from 'node:module';
import { dirname } from 'node:path';
import { behindDoors } from './behind-doors.mjs';
import { root } from './project.mjs';

/**
 * Makes the page that shows traces: scripts, styles and letters in one file, which asks nobody for anything. A trace is put
 * behind it (src/trace/trace-page.ts).
 */
export async function traceViewer(file = `${root}/dist/trace/viewer.html`) {
  const { build } = await import('esbuild');
  const { outputFiles } = await build({
    entryPoints: [`${root}/web/src/trace/main.tsx`],
    absWorkingDir: root,
    outdir: dirname(file),
    bundle: true,
    minify: true,
    write: false,
    format: 'iife',
    target: 'es2022',
    jsx: 'automatic',
    define: { 'process.env.NODE_ENV': '"production"' },
    loader: { '.woff2': 'dataurl' },
    legalComments: 'none',
    logLevel: 'error',
    plugins: [ownSource, noNode],
  });
  const text = (ending) => outputFiles.find(({ path }) => path.endsWith(ending)).text;
  await mkdir(dirname(file), { recursive: true });
  // An element ends at its closing tag, wherever in it that stands.
  await writeFile(file, page(text('.js').replaceAll('</script', '<\\/script'), text('.css').trim()));
}

function page(script, style) {
  const policy = [
    "default-src 'none'",
    `script-src ${hash(script)}`,
    `style-src ${hash(style)}`,
    'font-src data:',
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
  ];
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="content-security-policy" content="${policy.join('; ')}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="dark light">
<title>Trace</title>
<style>${style}</style>
</head>
<body>
<div id="root"></div>
<noscript>This page shows a trace and needs JavaScript. <code>mux trace show</code> prints it as text.</noscript>
<script>${script}</script>
`;
}

function hash(text) {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}

/** The doors of rooms lead to much more than the viewer needs. */
const ownSource = {
  name: 'own-source',
  setup({ onLoad }) {
    onLoad({ filter: /\/src\/.*\.tsx?$/ }, async ({ path }) => ({
      contents: behindDoors(path, await readFile(path, 'utf8')),
      loader: path.endsWith('x') ? 'tsx' : 'ts',
    }));
  },
};

/** What is named of Node in modules that the viewer needs a part of, and is called only where a pattern needs another engine. */
const noNode = {
  name: 'no-node',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /./ }, ({ path }) => (isBuiltin(path) ? { path, namespace: 'no-node' } : undefined));
    onLoad({ filter: /./, namespace: 'no-node' }, () => ({
      contents: 'module.exports = { createRequire: () => () => { throw new Error("not in a browser"); } };',
      loader: 'js',
    }));
  },
};
