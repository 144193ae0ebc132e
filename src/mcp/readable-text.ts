/**
 * An answer as people and models read it best: one field a line, lists with dashes, texts as they are. Of the lines of
 * a log only what was printed is given; their times are in the structured answer. It looks like YAML, and nobody has
 * to parse it: a library that writes real YAML takes a hundred times longer.
 */
export function readableText(value: Readonly<Record<string, unknown>>): string {
  return fieldLines(value).join('\n');
}

function fieldLines(value: object): string[] {
  return Object.entries(value).flatMap(([name, field]) => linesOf(name, field));
}

function linesOf(name: string, field: unknown): string[] {
  if (field === undefined) return [];
  if (isLog(field)) return [`${name}: |`, ...field.flatMap(({ text }) => indented(text.split('\n')))];
  if (typeof field === 'string' && field.includes('\n'))
    return [`${name}: |`, ...indented(field.split('\n'))];
  if (Array.isArray(field) && field.length > 0) return [`${name}:`, ...indented(field.flatMap(itemLines))];
  const inside = typeof field === 'object' && field !== null ? fieldLines(field) : [];
  return inside.length > 0 ? [`${name}:`, ...indented(inside)] : [`${name}: ${plain(field)}`];
}

function itemLines(item: unknown): string[] {
  const isObject = typeof item === 'object' && item !== null && !Array.isArray(item);
  const lines = isObject ? fieldLines(item) : plain(item).split('\n');
  const [first = plain(item), ...rest] = lines;
  return [`- ${first}`, ...indented(rest)];
}

function indented(lines: readonly string[]): string[] {
  return lines.map((line) => (line === '' ? '' : `  ${line}`));
}

/** What has nothing in it is shown as such. */
function plain(value: unknown): string {
  return typeof value === 'string' && value !== '' ? value : JSON.stringify(value);
}

interface LogLine {
  readonly time: string;
  readonly text: string;
}

function isLog(field: unknown): field is readonly LogLine[] {
  return Array.isArray(field) && field.length > 0 && field.every(isLogLine);
}

function isLogLine(item: unknown): item is LogLine {
  if (typeof item !== 'object' || item === null) return false;
  return Object.keys(item).length === 2 && 'time' in item && 'text' in item;
}
