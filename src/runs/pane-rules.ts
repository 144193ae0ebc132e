import { RedactingStream } from '../redaction/index.js';
import type { LiveRedactor } from '../redaction/live-redactor.js';
import type { Store } from '../store/index.js';
import type { Pane } from '../tmux/index.js';
import { rememberedTexts } from './hidden-texts.js';
import { learnedRunSecrets } from './learned-secrets.js';

/** What must not be seen of a pane: by the rules of who looks, and by those of the run that is in it. */
export interface PaneRules {
  readonly redactor: LiveRedactor;
  readonly run?: RunRules | undefined;
}

/** What a run hides; a `Run` is one. */
export interface RunRules {
  readonly id: string;
  readonly redactor: LiveRedactor;
}

/** Lines of the screen of a pane, without secrets. */
export function redactedLines({ redactor, run }: PaneRules, lines: readonly string[]): string[] {
  return redactor.screen(run ? run.redactor.screen(lines) : lines);
}

/** Hides secrets in what the pane prints from now on. */
export function paneStream({ redactor, run }: PaneRules): RedactingStream {
  return new RedactingStream(run ? [redactor, run.redactor] : redactor);
}

/**
 * Learns what was typed as a secret meanwhile, by whichever process. It is remembered before it is typed: whoever asks
 * after something was printed, and before it is shown, shows none.
 */
export async function refreshSecrets({ redactor, run }: PaneRules, pane: Pane, store: Store): Promise<void> {
  const typed = await rememberedTexts(store, pane);
  const learned = run ? await learnedRunSecrets(store, run.id) : [];
  for (const text of [...typed, ...learned]) {
    redactor.hide(text);
    run?.redactor.hide(text);
  }
}
