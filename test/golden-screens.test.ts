import { describe, expect, it } from 'vitest';
import { type AgentScreen, classifyScreen } from '../src/panes/profiles/classify-screen.js';
import { loadProfiles, profileFor } from '../src/panes/profiles/profile.js';
import type { Menu } from '../src/screen/menu.js';
import { type ExpectedScreen, screenFixtures } from './fixtures/screens/screen-fixtures.js';

const profiles = await loadProfiles();
const fixtures = screenFixtures();
const known = fixtures.map(({ id, program, screen, expected }) => ({ id, program, screen, expected }));

describe.each(known)('the real screen $id', ({ program, screen, expected }) => {
  it('is read by its profile as a person reads it [B8]', () => {
    const profile = profileFor(profiles, { command: '', title: '', name: program });
    expect(shownBy(classifyScreen(profile, screen))).toEqual(withoutGeneric(expected));
  });

  it('is never taken for something harmless by the generic profile', () => {
    const profile = profileFor(profiles, { command: 'unheard-of', title: '' });
    const seen = classifyScreen(profile, screen);
    expect(profile.name).toBe('generic');
    expect(seen.state).toBe(expected?.generic ?? expected?.state);
    expect(seen.menu && shownMenu(seen.menu)).toEqual(expected?.menu);
    if (expected?.text !== undefined && expected.generic !== 'unknown') {
      expect(seen.input?.text).toBe(expected.text);
    }
    if (expected?.ghost !== undefined) expect(seen.input?.ghost).toBe(expected.ghost);
  });
});

describe('the golden screens', () => {
  it('show every state of both agents', () => {
    for (const program of ['claude-code', 'codex']) {
      const states = new Set(
        fixtures.filter((each) => each.program === program).map((each) => each.expected?.state),
      );
      expect([...states]).toEqual(
        expect.arrayContaining(['idle', 'typing', 'working', 'permission', 'question', 'error']),
      );
      expect(fixtures.some((each) => each.program === program && each.expected?.queued)).toBe(true);
    }
  });
});

/** What a classification says, in the words of `expected.json`. */
function shownBy(seen: AgentScreen): Omit<ExpectedScreen, 'generic'> {
  const { input, menu, queued, completions, keepsEnter } = seen;
  return {
    state: seen.state,
    confidence: seen.confidence,
    ...(input && { text: input.text }),
    ...(input?.ghost && { ghost: input.ghost }),
    ...(input && input.pasteMarkers.length > 0 && { pasteMarkers: input.pasteMarkers }),
    ...(menu && { menu: shownMenu(menu) }),
    ...(queued.length > 0 && { queued }),
    ...(completions && { completions: shownMenu(completions).options }),
    ...(keepsEnter !== undefined && { keepsEnter }),
  };
}

function shownMenu(menu: Menu): { readonly title: string; readonly options: readonly string[] } {
  const options = menu.options.map(({ number, label, highlighted }) => {
    const text = number === undefined ? label : `${number}. ${label}`;
    return highlighted ? `> ${text}` : text;
  });
  return { title: menu.title, options };
}

function withoutGeneric(expected: ExpectedScreen | undefined): Omit<ExpectedScreen, 'generic'> | undefined {
  if (!expected) return undefined;
  const { generic: _, ...rest } = expected;
  return rest;
}
