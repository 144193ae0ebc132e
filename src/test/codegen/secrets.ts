import { Redactor, redactionRules } from '../../redaction/index.js';
import type { StyledScreen } from '../../screen/index.js';
import { textBefore } from '../input/wait-for-echo.js';
import { Secret } from '../secret.js';
import { HiddenValues } from '../terminal/hidden-values.js';

/** What was typed that nobody may read. It is in this process only; a test has the names. */
export class Secrets {
  readonly #redactor = new Redactor(redactionRules());
  readonly #hidden = new HiddenValues();
  readonly #byValue = new Map<string, Secret>();

  /** The secrets in order. */
  get all(): readonly Secret[] {
    return [...this.#byValue.values()];
  }

  /** A secret for a value, named for what asked for it. */
  learn(value: string, screen: StyledScreen): Secret {
    const known = this.#byValue.get(value);
    if (known) return known;
    const taken = new Set(this.all.map(({ name }) => name));
    const base = nameFor(textBefore(screen));
    let name = base;
    for (let number = 2; taken.has(name); number++) name = `${base}_${number}`;
    const secret = new Secret(name, value);
    this.#byValue.set(value, secret);
    this.#hidden.add(value);
    return secret;
  }

  /** Whether a text has no secret in it, neither one that was typed nor one that looks like it. */
  readonly isPublic = (text: string): boolean =>
    this.#hidden.text(text) === text && this.#redactor.line(text) === text;
}

/** `Deploy password: ` is DEPLOY_PASSWORD. */
function nameFor(prompt: string): string {
  const words = prompt.match(/\p{L}+/gu) ?? [];
  const at = words.findLastIndex((word) => /^(?:pass\w*|pin|secret|token|key|code)$/i.test(word));
  const named = at < 0 ? [] : words.slice(Math.max(0, at - 1), at + 1);
  const useful = named.filter((word) => !/^(?:the|your|a|an|enter|type|for|of|new|old)$/i.test(word));
  const name = useful
    .join('_')
    .toUpperCase()
    .replaceAll(/[^A-Z_]/g, '');
  return name === '' ? 'SECRET' : name;
}
