import { Phrase, phrase } from '../model/index.js';

/**
 * A rule about several fields, for `refine`; each face names the fields in its own words.
 *
 * @example
 * schema.refine(({ text, regex }) => !text || !regex, rule`give ${field('text')} or ${field('regex')}, not both`);
 */
export function rule(...template: Parameters<typeof phrase>): { message: string; params: { rule: Phrase } } {
  const said = phrase(...template);
  return { message: String(said), params: { rule: said } };
}

/** The rule that an issue is about. */
export function ruleOf(issue: {
  readonly params?: { readonly rule?: unknown } | undefined;
}): Phrase | undefined {
  const said = issue.params?.rule;
  return said instanceof Phrase ? said : undefined;
}
