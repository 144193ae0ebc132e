import type { Profile } from '../panes/index.js';
import type { Look } from './pane-view.js';
import { rowExpression } from './row-expression.js';

/** What tmux must not see in the moment in which it sends keys. */
export interface DialogSigns {
  /** Expressions for rows. */
  readonly rows: readonly string[];
  /** Expressions for the title. */
  readonly titles: readonly string[];
}

/**
 * The signs of a dialog that tmux can look for by itself, by the profile of a program. Those that a screen without a
 * dialog already shows are left out: agents talk about permission prompts, too.
 */
export function dialogSigns(profile: Profile, look: Look): DialogSigns {
  const all = signsOf(profile);
  const { rows, title } = look.screen;
  return {
    rows: all.rows.filter(({ test }) => !rows.some(test)).map(({ text }) => text),
    titles: all.titles.filter(({ test }) => !test(title)).map(({ text }) => text),
  };
}

interface Sign {
  readonly text: string;
  readonly test: (shown: string) => boolean;
}

const known = new WeakMap<Profile, { readonly rows: readonly Sign[]; readonly titles: readonly Sign[] }>();

function signsOf(profile: Profile): { readonly rows: readonly Sign[]; readonly titles: readonly Sign[] } {
  const earlier = known.get(profile);
  if (earlier) return earlier;
  const rules = profile.rules.filter(({ state }) => state === 'permission' || state === 'question');
  const asked = rules.flatMap(({ asks, rows }) => [
    ...(asks ? [asks] : []),
    ...rows.filter(({ absent }) => !absent).map(({ pattern }) => pattern),
  ]);
  const signs = {
    rows: [NUMBERED, ...asked].flatMap(signOf),
    titles: rules.flatMap(({ title }) => (title ? signOf(title) : [])),
  };
  known.set(profile, signs);
  return signs;
}

/** One of several choices is pointed at. */
const NUMBERED = /[❯›▶➤>] *[0-9]+[.)] [A-Z][a-z]/u;

function signOf(pattern: RegExp): Sign[] {
  const text = pattern === NUMBERED ? NUMBERED.source : rowExpression(pattern);
  if (text === undefined) return [];
  const expression = new RegExp(text, 'iu');
  return [{ text, test: (shown) => expression.test(shown) }];
}
