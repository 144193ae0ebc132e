import { root } from './project.mjs';

/**
 * Fills two modules of the command line with what the source beside them works out of what is shipped. In a process that
 * does one thing and ends, the built-in redaction rules and the profiles would take longer than that thing.
 */
export const workedOut = (build) => ({
  name: 'worked-out',
  setup({ onLoad }) {
    for (const [path, source] of Object.entries(sources)) {
      onLoad({ filter: new RegExp(`/src/${path}$`) }, async () => {
        const constants = Object.entries(await resultsOf(build, source));
        return {
          contents: constants.map(([name, value]) => `export const ${name} = ${literal(value)};`).join('\n'),
        };
      });
    }
  },
});

/** By the module that is to be filled: what is to be run for that. It exports what the module does. */
const sources = {
  'redaction/translation/translated-rules.ts': `
    import { builtInRules } from './src/redaction/built-in-rules.js';
    import { translatePattern } from './src/redaction/translation/translate-pattern.js';

    const { rules, blocks } = builtInRules;
    const patterns = [
      ...rules.flatMap(({ prefix, pattern, parts }) => [...(prefix ? [prefix] : []), pattern, ...Object.values(parts ?? {})]),
      ...blocks.flatMap(({ begin, end }) => [begin, end]),
    ];
    const table = (dialect) =>
      Object.fromEntries(patterns.map((pattern) => [String(pattern), translatePattern(pattern, dialect)]));
    export const translatedRules = { perl: table('perl'), awk: table('awk') };
  `,
  'panes/profiles/known-profiles.ts': `
    import { readdirSync, readFileSync } from 'node:fs';
    import { parseProfile } from './src/panes/profiles/parse-profile.js';
    import { profileKey } from './src/panes/profiles/profile-key.js';

    const folder = ${JSON.stringify(`${root}/profiles/`)};
    const texts = readdirSync(folder).map((name) => readFileSync(folder + name, 'utf8'));
    export const knownProfiles = Object.fromEntries(
      texts.map((text) => [profileKey(text), parseProfile(text, '', { shipped: true })]),
    );
  `,
};

async function resultsOf(build, source) {
  const { outputFiles } = await build({
    stdin: { contents: source, resolveDir: root, loader: 'ts' },
    bundle: true,
    format: 'esm',
    platform: 'node',
    // The one for Node calls require().
    alias: { yaml: `${root}/node_modules/yaml/browser/index.js` },
    write: false,
  });
  return import(`data:text/javascript,${encodeURIComponent(outputFiles[0].text)}`);
}

/** Plain values, and regular expressions. */
function literal(value) {
  if (Array.isArray(value)) return `[${value.map(literal).join()}]`;
  if (value instanceof RegExp || value === undefined) return String(value);
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const fields = Object.entries(value).map(([name, field]) => `${JSON.stringify(name)}:${literal(field)}`);
  return `{${fields.join()}}`;
}
