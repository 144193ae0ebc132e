import { inlineText, OutputFence, quoted } from './output-fence.js';

/**
 * An answer as people and models read it best: one field a line, lists with dashes, texts as they are, between the marks of
 * a fence. Of the lines of a log only what was printed is given; their times are in the structured answer. It looks
 * like YAML, and nobody has to parse it: a library that writes real YAML takes a hundred times longer.
 */
export function readableText(value: Readonly<Record<string, unknown>>): string {
  return fieldLines(value, new OutputFence()).join('\n');
}

function fieldLines(value: object, fence: OutputFence): string[] {
  return Object.entries(value).flatMap(([name, field]) => linesOf(inlineText(name), field, fence));
}

function linesOf(name: string, field: unknown, fence: OutputFence): string[] {
  if (field === undefined) return [];
  const text = textOf(field);
  if (text !== undefined) return behind(`${name}: `, fence.block(text));
  if (Array.isArray(field) && field.length > 0)
    return [`${name}:`, ...indented(field.flatMap((item) => itemLines(item, fence)))];
  const inside = typeof field === 'object' && field !== null ? fieldLines(field, fence) : [];
  return inside.length > 0 ? [`${name}:`, ...indented(inside)] : [`${name}: ${plain(field)}`];
}

function itemLines(item: unknown, fence: OutputFence): string[] {
  if (typeof item === 'string' && item.includes('\n')) return behind('- ', fence.block(item));
  const isObject = typeof item === 'object' && item !== null && !Array.isArray(item);
  const [first = plain(item), ...rest] = isObject ? fieldLines(item, fence) : [];
  return [`- ${first}`, ...indented(rest)];
}

/** What is a text of several lines: as such, as the lines of a log, or as a list of lines that are not all words. */
function textOf(field: unknown): string | undefined {
  if (typeof field === 'string') return field.includes('\n') ? field : undefined;
  if (isLog(field)) return field.map(({ text }) => text).join('\n');
  if (!isListOfTexts(field)) return undefined;
  return field.some((text) => inlineText(text) !== text) ? field.join('\n') : undefined;
}

function behind(head: string, [first = '', ...rest]: readonly string[]): string[] {
  return [`${head}${first}`, ...rest];
}

function indented(lines: readonly string[]): string[] {
  return lines.map((line) => (line === '' ? '' : `  ${line}`));
}

/** What has nothing in it is shown as such. */
function plain(value: unknown): string {
  return typeof value === 'string' && value !== '' ? inlineText(value) : quoted(value);
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

function isListOfTexts(field: unknown): field is readonly string[] {
  return Array.isArray(field) && field.length > 0 && field.every((item) => typeof item === 'string');
}
