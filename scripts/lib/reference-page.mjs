import { fieldsOf } from './schema-fields.mjs';
import { narrowTable, table } from './table.mjs';

/**
 * The page that tells every operation, with its input, its answer and its examples.
 * @param {Record<string, { title: string, about: string, load: () => Promise<readonly any[]> }>} families
 * @param {(schema: unknown, io: 'input' | 'output') => object} jsonSchema
 * @param {(operation: { name: string }) => string} scopeOf
 */
export async function referencePage(families, jsonSchema, scopeOf) {
  const loaded = [];
  for (const family of Object.values(families)) loaded.push({ ...family, operations: await family.load() });
  return `${[head(loaded), ...loaded.map((family) => familyPart(family, jsonSchema, scopeOf))].join('\n\n')}\n`;
}

function head(families) {
  const rows = families.flatMap(({ operations }) =>
    operations.map(({ name, summary }) => [`[\`${name}\`](#${anchor(name)})`, summary]),
  );
  return `# Reference of operations

<!-- Generated from src/operations by scripts/generate-reference.mjs. -->

Everything that muxwright can do from outside is an operation: one definition with its input, its answer and its
handler, and every face is generated from it. On the command line \`mux call NAME JSON\` reaches each one, and most have
their own command. As an MCP tool the dot becomes an underscore: \`run.start\` is \`run_start\`. Times are ISO 8601
strings, sizes are bytes, durations milliseconds. Each error has a code of the [catalogue](errors.md), the same
on every face.

- **reads** changes nothing. **changes** has a lasting effect. **ends or removes** cannot be undone.
- **scope** is the scope that a token needs, see [the server](guides/server.md#access-control).
- A field without a default that is not *required* can be omitted.
- Secrets that muxwright knows how to recognise, or was given, are masked in every answer and every error.

${table(['operation', 'does'], rows)}`;
}

function familyPart({ title, about, operations }, jsonSchema, scopeOf) {
  const intro = about.charAt(0).toUpperCase() + about.slice(1);
  return [
    `## ${title}\n\n${intro}.`,
    ...operations.map((one) => operationPart(one, jsonSchema, scopeOf)),
  ].join('\n\n');
}

const effects = { read: 'reads', change: 'changes', destroy: 'ends or removes' };

function operationPart(operation, jsonSchema, scopeOf) {
  const { name, summary, description, effect, idempotent, faces, kind, examples } = operation;
  const facts = [
    `**${effects[effect]}**`,
    ...(effect !== 'read' && idempotent ? ['a second call changes nothing more'] : []),
    faces.join(', '),
    ...(faces.includes('http') ? [`scope \`${scopeOf(operation)}\``] : []),
  ];
  const answer = kind === 'stream' ? operation.item : operation.output;
  return [
    `### ${name}`,
    `${summary}. ${description}`,
    `${facts.join(' · ')}`,
    fieldsPart('Input', jsonSchema(operation.input, 'input')),
    fieldsPart(
      kind === 'stream' ? 'Gives, one after the other' : 'Answer',
      jsonSchema(answer, 'output'),
      false,
    ),
    ...examplesPart(name, examples),
  ].join('\n\n');
}

function fieldsPart(title, schema, isInput = true) {
  const fields = fieldsOf(schema);
  if (fields.length === 0) return `${title}: nothing.`;
  const rows = fields.map(({ path, type, needed, initial, about }) => {
    const without = initial !== undefined ? `\`${JSON.stringify(initial)}\`` : needed ? '*required*' : '';
    const cells = [`\`${path}\``, type];
    return isInput ? [...cells, without, about] : [...cells, about];
  });
  const columns = isInput ? ['field', 'is', 'default', 'about'] : ['field', 'is', 'about'];
  return `${title}:\n\n${narrowTable(columns, rows)}`;
}

function examplesPart(name, examples) {
  if (examples.length === 0) return [];
  const lines = examples.map(({ does, input }) => `# ${does}\nmux call ${name} '${quoted(input)}'`);
  return [`\`\`\`sh\n${lines.join('\n')}\n\`\`\``];
}

/** Inside the single quotes of a shell. */
function quoted(input) {
  return JSON.stringify(input).replaceAll("'", "'\\''");
}

/** As GitHub makes it of a heading. */
function anchor(name) {
  return name.replaceAll('.', '');
}
