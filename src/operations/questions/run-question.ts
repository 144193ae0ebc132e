import { observerOf } from '../../panes/index.js';
import { askedOn, findMenu } from '../../screen/index.js';
import { openPane } from '../panes/open-pane.js';
import type { PromptOptions } from '../runs/prompt-options-field.js';
import type { Runtime } from '../runtime.js';

/** A run that waits, as far as that is known. */
export interface WaitingFor {
  /** Of the run. */
  readonly id: string;
  readonly prompt?: string | undefined;
  readonly kind?: string | undefined;
}

export interface RunQuestion {
  /** The line that asks; of a list the sentence above it. */
  readonly prompt?: string | undefined;
  readonly question: string;
  readonly fingerprint: string;
  readonly options?: PromptOptions;
}

/** What a run asks now: the whole question, its fingerprint and what can be answered, all of one moment. */
export async function runQuestion(runtime: Runtime, { id, prompt, kind }: WaitingFor): Promise<RunQuestion> {
  const open = await openPane(runtime, id);
  const screen = await observerOf(open.pane).screen();
  // A program that reads a line shows no list that keys move in.
  const menu = kind === 'line' || kind === 'password' ? undefined : findMenu(screen);
  const asked = askedOn(open, screen, { prompt, menu: menu ?? null });
  const title = menu && menu.title !== '' ? open.redact([menu.title]).join(' ') : undefined;
  return { ...asked, prompt: title ?? prompt };
}
