import { root } from './project.mjs';

/**
 * Fills src/recorder/translated-rules.ts with what the source beside it makes of the built-in rules: a process that
 * starts one run and ends would translate them for longer than it does anything else.
 */
export const translatedRules = (build) => ({
  name: 'translated-rules',
  setup({ onLoad }) {
    onLoad({ filter: /\/src\/recorder\/translated-rules\.ts$/ }, async () => {
      const tables = JSON.stringify(await translate(build));
      return { contents: `export const translatedRules = JSON.parse(${JSON.stringify(tables)});` };
    });
  },
});

async function translate(build) {
  const { outputFiles } = await build({
    stdin: { contents: SOURCE, resolveDir: `${root}/src/recorder`, loader: 'ts' },
    bundle: true,
    format: 'esm',
    platform: 'node',
    write: false,
  });
  const { tables } = await import(`data:text/javascript,${encodeURIComponent(outputFiles[0].text)}`);
  return tables;
}

const SOURCE = `
  import { builtInRules } from './built-in-rules.js';
  import { translatePattern } from './translate-pattern.js';

  const { rules, blocks } = builtInRules;
  const patterns = [
    ...rules.flatMap(({ prefix, pattern }) => (prefix ? [prefix, pattern] : [pattern])),
    ...blocks.flatMap(({ begin, end }) => [begin, end]),
  ];
  const table = (dialect) =>
    Object.fromEntries(patterns.map((pattern) => [String(pattern), translatePattern(pattern, dialect)]));
  export const tables = { perl: table('perl'), awk: table('awk') };
`;
