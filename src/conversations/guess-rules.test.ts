import { describe, expect, it } from 'vitest';
import { classifyScreen } from '../panes/profiles/classify-screen.js';
import type { ConversationRules } from '../panes/profiles/conversation-rules.js';
import { loadProfiles, profileFor } from '../panes/profiles/profile.js';
import { screenFromCapture } from '../screen/screen-from-capture.js';
import { guessRules } from './guess-rules.js';

const generic = profileFor(await loadProfiles(), { command: 'unheard-of', title: '' });

function guessed(capture: string, x: number, y: number, alternate = false): ConversationRules {
  const screen = screenFromCapture(capture, { cursor: { x, y, visible: true }, alternate });
  const agent = classifyScreen(generic, screen);
  return guessRules({ screen, agent, history: [], wholeHistory: true }, undefined);
}

describe('the rules for a conversation that are guessed', () => {
  it.each(['my-agent> ', 'a.b-c[1]{x}/(y)*+?^|$> ', 'night-shift~#> '])(
    'take the prompt %j as it is, whatever signs are in it',
    (prompt) => {
      const { user } = guessed(`${prompt}hello\nHi!\n${prompt}`, prompt.length, 2);
      expect(user[0]?.pattern.test(`${prompt}hello`)).toBe(true);
      expect(user[0]?.pattern.test('Hi!')).toBe(false);
    },
  );

  it('take the footer as it is', () => {
    const { bottom } = guessed('> \n\nctrl-c to quit - built-in help: /h', 2, 0, true);
    expect(bottom[0]?.pattern.test('ctrl-c to quit - built-in help: /h')).toBe(true);
  });
});
