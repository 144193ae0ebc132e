import { readdir, readFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { root } from './project.mjs';

/**
 * Left alone, esbuild makes a file of every set of modules that the same commands need: a hundred files, of which one
 * command reads dozens. So whatever is loaded later on is told to need all of the layer below it, which then is one file.
 */
export async function layerImports() {
  const source = `${root}/src`;
  const later = await loadedLater(source);
  return (path) => {
    if (!later.has(path)) return '';
    const layers = [
      ...startLayer,
      ...(isAlone.test(path) ? [] : runtimeLayer),
      ...(isAlone.test(path) || !isOperation.test(path) ? [] : operationLayer),
      ...(isService.test(path) ? serviceLayer : []),
      ...(isPostgres.test(path) ? storeLayer : []),
    ];
    return layers.map((name) => `import ${JSON.stringify(join(source, name))};`).join('');
  };
}

/** What is there before any command is, with all that these import. */
const startLayer = [
  'cli/find-command.ts',
  'cli/option-values.ts',
  'cli/output.ts',
  'cli/parse-arguments.ts',
  'cli/report-error.ts',
  'model/host-address.ts',
];

/** What every command needs that does anything; and the little that `mux ls` and `mux run` need beyond that, because a file costs more. */
const runtimeLayer = [
  'config/agents-config.ts',
  'config/recordings-config.ts',
  'config/server-config.ts',
  'config/store-config.ts',
  'cli/foreground/own-environment.ts',
  'cli/foreground/terminal-filter.ts',
  'cli/own-command.ts',
  'cli/runs/run-arguments.ts',
  'cli/text/columns.ts',
  'cli/workers/worker-text.ts',
  'hosts/process-tree.ts',
  'model/same-prompt.ts',
  'operations/defined.ts',
  'operations/runtime.ts',
  'operations/targets/resolve-target.ts',
  'recorder/recorder-limits.ts',
  'redaction/redacting-stream.ts',
  'runs/run-options.ts',
  'runs/sealed-rules.ts',
  'runs/send-input.ts',
  'runs/shown-command.ts',
  'store/agent-not-found.ts',
  'store/sqlite/prepare-file.ts',
  'store/sqlite/sqlite-database.ts',
  'store/sqlite/sqlite-error.ts',
  'store/store-place.ts',
  'vt/cells.ts',
  'workers/survey-workers.ts',
  'workers/worker-name.ts',
  'workers/worker-place.ts',
];

/** What operations need, zod above all: `mux run` and the services do without. */
const operationLayer = [
  'cli/calling.ts',
  'operations/fields.ts',
  'operations/page.ts',
  'operations/workers/worker-list.ts',
];
const isOperation = /\/src\/(?:cli\/(?!runs\/run-command\.ts$)|mcp|operations|server)/;

/** What all that works with runs needs. */
const serviceLayer = ['runs/runs.ts'];
const isService =
  /\/src\/(?:agents\/registry|delivery|runs|sessions|shells|workspace)\/|\/worker-actions\.ts$/;

/** What every store needs stays one file, whatever else a store in PostgreSQL needs. */
const storeLayer = ['store/connect-store.ts'];
const isPostgres = /\/src\/store\/postgres\//;

/** These need nothing of what commands need. */
const isAlone =
  /\/(?:cli\/run|complete-command|completion-command|help|package-version|parse-config|parse-profile)\.ts$/;

/** The modules that some `import()` names. */
async function loadedLater(folder) {
  const names = await readdir(folder, { recursive: true });
  const sources = names.filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'));
  const found = await Promise.all(
    sources.map(async (name) => {
      const text = await readFile(join(folder, name), 'utf8');
      const targets = [...text.matchAll(/import\('(\.[^']+)\.js'\)/g)];
      return targets.map(([, to]) => `${resolve(folder, dirname(name), to)}.ts`);
    }),
  );
  return new Set(found.flat());
}
