/**
 * The fields of a JSON schema as flat rows: `cursor.x`, `sessions[].name`.
 * @returns {{ path: string, type: string, needed: boolean, initial: unknown, about: string }[]}
 */
export function fieldsOf(schema, prefix = '') {
  const { properties = {}, required = [] } = schema;
  return Object.entries(properties).flatMap(([name, field]) => {
    const path = prefix + name;
    const about = (field.description ?? '').replaceAll('|', '\\|');
    const row = { path, type: typeOf(field), needed: required.includes(name), initial: field.default, about };
    return [row, ...inside(field, path)];
  });
}

function inside(field, path) {
  if (field.type === 'object' && field.properties) return fieldsOf(field, `${path}.`);
  if (field.type === 'array') return inside(field.items ?? {}, `${path}[]`);
  const choices = (field.anyOf ?? []).filter(({ properties }) => properties);
  const rows = choices.flatMap((choice) => fieldsOf(choice, `${path}.`));
  return rows.filter((row, index) => rows.findIndex((other) => other.path === row.path) === index);
}

function typeOf(field) {
  if (field.enum) return field.enum.map((value) => `\`${value}\``).join(', ');
  if (field.const !== undefined) return `\`${field.const}\``;
  if (field.anyOf) return [...new Set(field.anyOf.map(typeOf))].join(' or ');
  switch (field.type) {
    case 'array':
      return field.items ? listOf(typeOf(field.items)) : 'list';
    case 'object':
      return field.properties || !field.additionalProperties ? 'object' : 'names with values';
    case 'string':
      return field.format === 'date-time' ? 'time' : 'text';
    case 'boolean':
      return 'true or false';
    case 'integer':
      return `whole number${range(field)}`;
    case 'number':
      return 'number';
    default:
      return 'anything';
  }
}

function listOf(type) {
  return (
    { text: 'list of texts', object: 'list of objects', number: 'list of numbers' }[type] ?? `list of ${type}`
  );
}

/** Only limits that somebody chose. */
function range({ minimum, maximum }) {
  if (maximum === undefined || maximum >= Number.MAX_SAFE_INTEGER) return '';
  return minimum === undefined ? ` up to ${maximum}` : ` from ${minimum} to ${maximum}`;
}
