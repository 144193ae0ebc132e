import { isHidden } from '../redaction/live-redactor.js';
import type { Store } from '../store/index.js';
import { Options, type Pane } from '../tmux/index.js';

/** The pane option with what was typed into the pane as a secret, sealed with the key of the store. */
export const HIDDEN_OPTION = '@muxwright_hidden';

/**
 * Remembers with a pane what is typed into it as a secret: every process that has the key hides it from then on. Also with
 * the server, and in this process: what a program prints as its last words is read when its pane is gone.
 */
export async function rememberHidden(store: Store, pane: Pane, text: string): Promise<void> {
  if (!isHidden(text)) return;
  const known = await hiddenTexts(store, pane, (await pane.options.get(HIDDEN_OPTION)) ?? '');
  if (known.includes(text)) return;
  const kept = [...known, text].slice(-MOST_TEXTS);
  typedHere.set(keyOf(pane), kept);
  if (typedHere.size > MOST_PANES) typedHere.delete([...typedHere.keys()][0] ?? '');
  const sealed = await store.vault.seal(JSON.stringify(kept), purpose(pane));
  await serverOptions(pane).set(optionOf(pane), sealed);
  await pane.options.set(HIDDEN_OPTION, sealed);
}

/** All that was typed as a secret into a pane, which may be gone. */
export async function rememberedTexts(store: Store, pane: Pane): Promise<readonly string[]> {
  const kept = [pane.options.get(HIDDEN_OPTION), serverOptions(pane).get(optionOf(pane))];
  const texts = kept.map(async (sealed) => hiddenTexts(store, pane, (await sealed.catch(() => '')) ?? ''));
  return [...(await Promise.all(texts)).flat(), ...(typedHere.get(keyOf(pane)) ?? [])];
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

const typedHere = new Map<string, readonly string[]>();
const MOST_PANES = 1_000;

/** The next server gives the same ids again; what was a secret then may as well be hidden in its panes. */
function keyOf({ tmux, id }: Pane): string {
  return `${tmux.place} ${id}`;
}

function optionOf({ id }: Pane): string {
  return `${HIDDEN_OPTION}_${id.slice(1)}`;
}

function serverOptions({ tmux }: Pane): Options {
  return new Options((commands) => tmux.request(commands), ['-s'], []);
}
