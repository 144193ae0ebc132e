import type { Profile, ScreenRule, ScreenState } from '../panes/index.js';

/** What a title by itself says about the state of a program, by the rules of its profile. */
export function titleState(profile: Profile, title: string): ScreenState | undefined {
  return profile.rules.find((rule) => isAboutTitle(rule) && rule.title?.test(title))?.state;
}

/** Where the input box is belongs to the moment of a screen; all else that a rule asks for a title cannot show. */
function isAboutTitle({ rows, menu, asks, option, cursor }: ScreenRule): boolean {
  const others = [menu, asks, option, cursor];
  return rows.length === 0 && others.every((condition) => condition === undefined);
}
