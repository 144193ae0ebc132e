import type { RedactionOptions } from '../redaction/index.js';
import { LiveRedactor } from '../redaction/live-redactor.js';
import type { Vault } from '../store/index.js';
import { patternText, toPattern } from './pattern-text.js';

interface RulesText {
  readonly redactors: readonly { readonly source: string; readonly flags: string }[];
  readonly secrets: readonly string[];
  readonly builtInRedactors: boolean;
  /** What was typed as a secret since; the recorder does not know of it. */
  readonly learned?: readonly string[];
}

/** The rules of a run, and what its recorder was not told. */
export interface KnownRules extends RedactionOptions {
  readonly learned?: readonly string[];
}

/** The caller's rules as they are kept: encrypted, for a rule may be the very secret that it hides. */
export async function sealRules(vault: Vault, id: string, options: KnownRules): Promise<string | undefined> {
  const { redactors = [], secrets = [], builtInRedactors = true, learned = [] } = options;
  if (redactors.length + secrets.length + learned.length === 0 && builtInRedactors) return undefined;
  const text: RulesText = { redactors: redactors.map(patternText), secrets, builtInRedactors, learned };
  return vault.seal(JSON.stringify(text), purpose(id));
}

export async function openRules(vault: Vault, id: string, sealed: string): Promise<KnownRules> {
  const {
    redactors,
    secrets,
    builtInRedactors,
    learned = [],
  } = JSON.parse(await vault.open(sealed, purpose(id))) as RulesText;
  return { redactors: redactors.map(toPattern), secrets, builtInRedactors, learned };
}

/** What hides by such rules. */
export function redactorOf({ learned = [], ...redaction }: KnownRules = {}): LiveRedactor {
  const redactor = new LiveRedactor(redaction);
  for (const secret of learned) redactor.hide(secret);
  return redactor;
}

function purpose(id: string): string {
  return `run:${id}:rules`;
}
