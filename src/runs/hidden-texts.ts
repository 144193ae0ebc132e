import { isHidden } from '../recorder/live-redactor.js';
import type { Store } from '../store/store.js';
import type { Pane } from '../tmux/pane.js';

/** The pane option with what was typed into the pane as a secret, sealed with the key of the store. */
export const HIDDEN_OPTION = '@muxwright_hidden';

/** Remembers with a pane what is typed into it as a secret: every process that has the key hides it from then on. */
export async function rememberHidden(store: Store, pane: Pane, text: string): Promise<void> {
  if (!isHidden(text)) return;
  const known = await hiddenTexts(store, pane, (await pane.options.get(HIDDEN_OPTION)) ?? '');
  if (known.includes(text)) return;
  const kept = [...known, text].slice(-MOST_TEXTS);
  await pane.options.set(HIDDEN_OPTION, await store.vault.seal(JSON.stringify(kept), purpose(pane)));
}

/** What a pane remembers; nothing where another key sealed it. */
export async function hiddenTexts(store: Store, pane: Pane, sealed: string): Promise<readonly string[]> {
  if (sealed === '') return [];
  const opened = await store.vault.open(sealed, purpose(pane)).catch(() => '[]');
  return JSON.parse(opened) as string[];
}

/** An option of tmux has to stay small. */
const MOST_TEXTS = 50;

function purpose({ id }: Pane): string {
  return `pane:${id}:hidden`;
}
