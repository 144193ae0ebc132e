// Writes docs/errors.md from the error catalogue: node scripts/generate-error-docs.mjs [--check]
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { build } from './lib/build.mjs';
import { main, Refusal, root } from './lib/project.mjs';
import { table } from './lib/table.mjs';

const page = `${root}/docs/errors.md`;

await main(async (args) => {
  await build();
  const { errorCatalogue } = await import(`${root}/dist/model/error-catalogue.js`);
  const { httpStatus } = await import(`${root}/dist/model/http-status.js`);
  const text = errorPage(errorCatalogue, httpStatus);
  if (!args.includes('--check')) {
    writeFileSync(page, text);
    return 0;
  }
  if (existsSync(page) && readFileSync(page, 'utf8') === text) return 0;
  throw new Refusal(
    'docs/errors.md does not match src/model/error-catalogue.ts. Run: node scripts/generate-error-docs.mjs',
  );
});

function errorPage(catalogue, httpStatus) {
  const rows = Object.entries(catalogue).map(([code, { meaning, exitCode }]) => [
    `\`${code}\``,
    meaning,
    `${exitCode}`,
    `${httpStatus[code]}`,
  ]);
  return `# Errors

<!-- Generated from src/model/error-catalogue.ts by scripts/generate-error-docs.mjs. -->

Whatever goes wrong in muxwright is thrown as a \`MuxError\`. Its \`code\` is one of the table below and never changes
its meaning. Its \`message\` says what is wrong with the value, \`suggestion\` how to fix it, and
\`details\` holds machine-readable values. The original error, if any, is in \`cause\`.

\`\`\`ts
import { connect, isMuxError } from 'muxwright';

try {
  await connect('docker://sandbox');
} catch (error) {
  if (!isMuxError(error, 'CONTAINER_NOT_RUNNING')) throw error;
  console.error(error.message, error.suggestion);
}
\`\`\`

A suggestion that names operations has them as data in \`next\`, with what is known of their input, and each face writes
them in its own words:

\`\`\`ts
error.suggestion; // 'Look at what it printed with harvest().'
error.next; // [{ operation: 'run.output', input: { run: 'mhz3k9x0abc123' } }]
\`\`\`

Over HTTP that suggestion names \`run.output\`, for a model the tool \`run_output\`, and \`mux\` prints a command line that can
be typed: \`mux output mhz3k9x0abc123\`. Problems of the server, the \`_meta\` of an error of a tool and the JSON of \`mux\` have
\`next\` as well.

On the command line the message and the suggestion go to stderr, and the exit code is the one in the table: 2 where
the call itself is wrong, 124 for a deadline, 130 where the caller cancelled, 1 for the rest.
The server answers with the HTTP status of the last column and the same words as \`application/problem+json\`.

${table(['code', 'meaning', 'exit code', 'HTTP'], rows)}
`;
}
