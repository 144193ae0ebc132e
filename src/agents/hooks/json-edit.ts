import type { JsonArray, JsonObject } from './json-document.js';

/** How a JSON text is laid out, so that what is added looks like the rest. */
export interface JsonLayout {
  readonly newline: string;
  /** One step of indentation; `undefined` where all is on one line. */
  readonly indent: string | undefined;
}

function jsonLayout(text: string): JsonLayout {
  const newline = text.includes('\r\n') ? '\r\n' : '\n';
  const step = /^[ \t]*\{\s*\n([ \t]+)\S/.exec(text)?.[1];
  if (step !== undefined) return { newline, indent: step };
  return {
    newline,
    indent: /[{[][^{[]*\n/.test(text) || text.trim() === '' || text.trim() === '{}' ? '  ' : undefined,
  };
}

/** The text with one more member or element at the end of `node`. */
export function appendItem(
  text: string,
  node: JsonObject | JsonArray,
  key: string | undefined,
  value: unknown,
): string {
  const { newline, indent } = jsonLayout(text);
  const head = key === undefined ? '' : `${JSON.stringify(key)}: `;
  const last = node.items.at(-1);
  const onOneLine = indent === undefined || (last && !text.slice(node.start, last.start).includes('\n'));
  if (onOneLine) {
    const at = last?.end ?? node.start + 1;
    return `${text.slice(0, at)}${last ? ', ' : ''}${head}${JSON.stringify(value)}${text.slice(at)}`;
  }
  const outer = indentation(text, node.start);
  const inner = last ? indentation(text, last.start) : outer + indent;
  const item = head + JSON.stringify(value, null, indent).replaceAll('\n', newline + inner);
  if (last) return `${text.slice(0, last.end)},${newline}${inner}${item}${text.slice(last.end)}`;
  const [open, close] = node.kind === 'object' ? '{}' : '[]';
  return `${text.slice(0, node.start)}${open}${newline}${inner}${item}${newline}${outer}${close}${text.slice(node.end)}`;
}

/** The text without one member or element. */
export function removeItem(text: string, node: JsonObject | JsonArray, index: number): string {
  const item = node.items[index];
  if (!item) return text;
  const [before, after] = [node.items[index - 1], node.items[index + 1]];
  if (before) return text.slice(0, before.end) + text.slice(item.end);
  if (after) return text.slice(0, item.start) + text.slice(after.start);
  return text.slice(0, node.start) + (node.kind === 'object' ? '{}' : '[]') + text.slice(node.end);
}

/** What stands in front of the first sign of the line. */
function indentation(text: string, at: number): string {
  const line = text.slice(text.lastIndexOf('\n', at - 1) + 1, at);
  return /^[ \t]*/.exec(line)?.[0] ?? '';
}
