import { builtInRules } from './built-in-rules.js';
import type { RedactionRule, RedactionRules } from './redaction-rule.js';
import { secretForms } from './secret-forms.js';

export interface RedactionOptions {
  /** Patterns of your own, beside the built-in ones. @default [] */
  readonly redactors?: readonly RegExp[];
  /** Values that must never be kept, word for word. @default [] */
  readonly secrets?: readonly string[];
  /** Whether common tokens and passwords are hidden unasked. @default true */
  readonly builtInRedactors?: boolean;
}

/** The rules in the order in which they are applied: secrets, custom, built-in. */
export function redactionRules(options: RedactionOptions = {}): RedactionRules {
  const { redactors = [], secrets = [], builtInRedactors = true } = options;
  const rules: RedactionRule[] = [
    ...secretRules(secrets),
    ...redactors.map((pattern, index) => ({ name: `custom-${index + 1}`, pattern })),
  ];
  if (!builtInRedactors) return { rules, blocks: [] };
  return { rules: [...rules, ...builtInRules.rules], blocks: builtInRules.blocks };
}

/** A shorter line of a secret with several lines (`}`, `fi`) says nothing, and would be hidden everywhere. */
const MIN_LINE_OF_SECRET = 4;

/** The longest first: of a secret that contains another one nothing may be left. */
function secretRules(secrets: readonly string[]): RedactionRule[] {
  return secrets
    .flatMap((secret, index) => secretLines(secret).map((line) => ({ name: `secret-${index + 1}`, line })))
    .toSorted((a, b) => b.line.length - a.line.length)
    .map(({ name, line }) => ({ name, pattern: literally(line), literal: line }));
}

/** What is hidden of a secret: rules see one line at a time, in each form that it may have. */
export function secretLines(secret: string): string[] {
  const lines = secret.split(/\r?\n|\r/).filter((line) => line.trim() !== '');
  const long = lines.length === 1 ? lines : lines.filter((line) => line.trim().length >= MIN_LINE_OF_SECRET);
  return long.flatMap(secretForms);
}

function literally(text: string): RegExp {
  return new RegExp(text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&'), 'u');
}
