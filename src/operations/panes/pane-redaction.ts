import { OutputRedactor } from '../../recorder/output-redactor.js';
import { learnedRunSecrets } from '../../runs/learned-secrets.js';
import type { BaseRuntime } from '../base-runtime.js';
import { HIDDEN_OPTION, hiddenTexts } from './hidden-texts.js';
import type { OpenPane } from './open-pane.js';

/** Hides secrets in what a pane prints, piece by piece: by the rules for everybody, and those of its run. */
export interface PaneRedaction {
  push(text: string): string;
  /** The rest, at the end. */
  flush(): string;
}

export async function paneRedaction(
  runtime: BaseRuntime,
  { run }: Pick<OpenPane, 'run'>,
): Promise<() => PaneRedaction> {
  const redactor = await runtime.redactor();
  return () => {
    const common = new OutputRedactor(redactor);
    const own = run?.output();
    if (!own) return common;
    return {
      push: (text) => own.push(common.push(text)),
      flush: () => own.push(common.flush()) + own.flush(),
    };
  };
}

/**
 * Learns what was typed as a secret meanwhile, by whichever process. It is remembered before it is typed: whoever asks
 * after something was printed, and before it is shown, shows none.
 */
export async function refreshSecrets(
  runtime: BaseRuntime,
  { pane, run }: Pick<OpenPane, 'pane' | 'run'>,
): Promise<void> {
  const [store, redactor] = await Promise.all([runtime.store(), runtime.redactor()]);
  const sealed = await pane.options.get(HIDDEN_OPTION).catch(() => undefined);
  const typed = sealed === undefined ? [] : await hiddenTexts(store, pane, sealed);
  const learned = run ? await learnedRunSecrets(store, run.id) : [];
  for (const text of [...typed, ...learned]) redactor.hide(text);
  run?.hide([...typed, ...learned]);
}
