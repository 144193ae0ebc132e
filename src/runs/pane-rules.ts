import type { LiveRedactor } from '../recorder/live-redactor.js';
import { OutputRedactor } from '../recorder/output-redactor.js';
import type { Store } from '../store/store.js';
import type { Pane } from '../tmux/pane.js';
import { rememberedTexts } from './hidden-texts.js';
import { learnedRunSecrets } from './learned-secrets.js';

/** What must not be seen of a pane: by the rules of who looks, and by those of the run that is in it. */
export interface PaneRules {
  readonly redactor: LiveRedactor;
  readonly run?: RunRules | undefined;
}

/** What a run hides, as a `Run` does it. */
export interface RunRules {
  readonly id: string;
  redact(text: string): string;
  output(): OutputRedactor;
  hide(secrets: readonly string[]): void;
}

/** Hides secrets in what a pane prints, piece by piece. */
export interface PaneRedaction {
  push(text: string): string;
  /** The rest, at the end. */
  flush(): string;
}

/** Lines of the screen of a pane, without secrets. */
export function redactedLines({ redactor, run }: PaneRules, lines: readonly string[]): string[] {
  return redactor.screen(run ? run.redact(lines.join('\n')).split('\n') : lines);
}

/** What hides secrets in what the pane prints from now on. */
export function paneRedaction({ redactor, run }: PaneRules): PaneRedaction {
  const common = new OutputRedactor(redactor);
  const own = run?.output();
  if (!own) return common;
  return {
    push: (text) => own.push(common.push(text)),
    flush: () => own.push(common.flush()) + own.flush(),
  };
}

/**
 * Learns what was typed as a secret meanwhile, by whichever process. It is remembered before it is typed: whoever asks
 * after something was printed, and before it is shown, shows none.
 */
export async function refreshSecrets({ redactor, run }: PaneRules, pane: Pane, store: Store): Promise<void> {
  const typed = await rememberedTexts(store, pane);
  const learned = run ? await learnedRunSecrets(store, run.id) : [];
  for (const text of [...typed, ...learned]) redactor.hide(text);
  run?.hide([...typed, ...learned]);
}
