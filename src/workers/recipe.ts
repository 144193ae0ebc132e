import { LiveRedactor } from '../redaction/live-redactor.js';
import { patternText, type StartOptions, shownCommand, toPattern } from '../runs/index.js';
import type { Vault } from '../store/index.js';

/** How a worker's program is started, as its caller said it. */
export interface Recipe {
  /** Empty where nobody knows it. */
  readonly command: string | readonly string[];
  readonly options: RecipeOptions;
}

/** What a respawn needs again, beside what the record of the worker has. */
export type RecipeOptions = Pick<
  StartOptions,
  | 'interactive'
  | 'promptDetectors'
  | 'timeoutMs'
  | 'graceMs'
  | 'login'
  | 'size'
  | 'logFormat'
  | 'maxLogBytes'
  | 'keepLogFiles'
  | 'redactors'
  | 'secrets'
  | 'builtInRedactors'
> & { readonly env?: Readonly<Record<string, string>> };

/** The command of a recipe for people, without secrets. */
export function shownRecipe({ command, options }: Recipe): string {
  return shownCommand(command, new LiveRedactor(options)).text;
}

/** Seals a recipe: command lines and variables may hold secrets, and are needed word for word. */
export async function sealRecipe(vault: Vault, name: string, recipe: Recipe): Promise<string> {
  const { promptDetectors, redactors, ...plain } = recipe.options;
  const patterns = {
    promptDetectors: promptDetectors?.map(patternText),
    redactors: redactors?.map(patternText),
  };
  return vault.seal(JSON.stringify({ command: recipe.command, plain, patterns }), purpose(name));
}

export async function openRecipe(vault: Vault, name: string, sealed: string): Promise<Recipe> {
  const { command, plain, patterns } = JSON.parse(await vault.open(sealed, purpose(name))) as RecipeText;
  const { promptDetectors, redactors } = patterns;
  return {
    command,
    options: {
      ...plain,
      ...(promptDetectors && { promptDetectors: promptDetectors.map(toPattern) }),
      ...(redactors && { redactors: redactors.map(toPattern) }),
    },
  };
}

type PatternText = ReturnType<typeof patternText>;

interface RecipeText {
  readonly command: Recipe['command'];
  readonly plain: Omit<RecipeOptions, 'promptDetectors' | 'redactors'>;
  readonly patterns: {
    readonly promptDetectors?: readonly PatternText[];
    readonly redactors?: readonly PatternText[];
  };
}

function purpose(name: string): string {
  return `worker:${name}`;
}
