import type { RedactionRule, RedactionRules } from '../../../src/redaction/redaction-rule.js';

/** What a recorder has to make of the bytes of a terminal, written down as plainly as possible. */
export function expectedLines(
  output: Buffer,
  sentinels: { readonly start: string; readonly exit: RegExp },
  rules: RedactionRules,
): string[] {
  const text = output.toString('latin1').replaceAll(sentinels.start, '');
  const parts = text.split(sentinels.exit);
  const lines = parts.flatMap((part) =>
    (part.endsWith('\n') ? part.slice(0, -1) : part).split('\n').slice(part === '' ? 1 : 0),
  );
  let open: RegExp | undefined;
  return lines.map((raw) => {
    const bytes = raw.replace(/\r$/, '');
    // As characters where it is UTF-8, as bytes where it is not.
    const decoded = Buffer.from(bytes, 'latin1').toString();
    const isText = !decoded.includes('\ufffd');
    const line = isText ? decoded : bytes;
    const plain = line.replace(ESCAPE, '');
    if (open) {
      if (open.test(plain)) open = undefined;
      return '****';
    }
    for (const { begin, end } of rules.blocks) {
      const found = begin.exec(plain);
      if (!found) continue;
      if (!end.test(plain.slice(found.index + found[0].length))) open = end;
      return '****';
    }
    const hidden = redacted(line, rules.rules);
    return isText ? Buffer.from(hidden).toString('latin1') : hidden;
  });
}

const ESCAPE =
  /\x1b(?:\[[0-?]*[ -/]*[@-~]?|[\]PX^_][^\x07\x1b]*(?:\x07|\x1b\\)?|[ -/]*[0-~]?)|[\x00-\x07\x0e-\x1a\x1c-\x1f\x7f]/g;

function redacted(line: string, rules: readonly RedactionRule[]): string {
  if (line.search(ESCAPE) < 0) return rules.reduce((text, rule) => text.replace(whole(rule), MASKED), line);
  const text = rules.reduce(hideAcrossEscapes, line);
  const titles = text.replace(/(\x1b[\]PX^_])([^\x07\x1b]+)/g, (_, begin: string, title: string) =>
    rules.reduce((inner, rule) => inner.replace(whole(rule), MASKED), title).replace(/^/, () => begin),
  );
  // What a sequence seems to have eaten a letter of.
  const unmasked = (all: string, kept: string): string => (all.includes('****') ? all : `${kept}****`);
  return rules.reduce((all, rule) => all.replace(whole(rule), unmasked), titles);
}

const MASKED = '$1****';

/** Its first group is what is kept. */
function whole({ prefix, pattern }: RedactionRule): RegExp {
  const flags = `${(prefix ?? pattern).flags.replace('g', '')}g`;
  return new RegExp(`(${prefix?.source ?? ''})(?:${pattern.source})`, flags);
}

function hideAcrossEscapes(line: string, rule: RedactionRule): string {
  // Where in the line each character of the plain text stands.
  const places: number[] = [];
  let at = 0;
  for (const [index, part] of line.split(new RegExp(`(${ESCAPE.source})`)).entries()) {
    if (index % 2 === 0) for (let i = 0; i < part.length; i++) places.push(at + i);
    at += part.length;
  }
  let hidden = line;
  for (const match of [...line.replace(ESCAPE, '').matchAll(whole(rule))].reverse()) {
    const first = match.index + (match[1]?.length ?? 0);
    const last = match.index + match[0].length - 1;
    hidden = `${hidden.slice(0, places[first])}****${hidden.slice((places[last] ?? 0) + 1)}`;
  }
  return hidden;
}
