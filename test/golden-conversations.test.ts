import { describe, expect, it } from 'vitest';
import type { Message } from '../src/conversations/message.js';
import { messagesOf } from '../src/conversations/read-conversation.js';
import { RulesOfPane } from '../src/conversations/rules-of-pane.js';
import { classifyScreen } from '../src/panes/profiles/classify-screen.js';
import { loadProfiles, profileFor } from '../src/panes/profiles/profile.js';
import type { StyledScreen } from '../src/screen/styled-screen.js';
import { conversationFixtures } from './fixtures/conversations/conversation-fixtures.js';
import { screenFixtures } from './fixtures/screens/screen-fixtures.js';

const profiles = await loadProfiles();

function shown(program: string, screen: StyledScreen): string[] {
  const profile = profileFor(profiles, { command: '', title: '', name: program });
  const source = {
    screen,
    agent: classifyScreen(profile, screen),
    history: [],
    wholeHistory: !screen.alternate,
  };
  return messagesOf(source, new RulesOfPane(profile).at(source)).map(written);
}

function written({ role, text, truncated, complete }: Message): string {
  return `${role}${truncated ? ' (part)' : ''}${complete ? '' : ' (unfinished)'}: ${text}`;
}

describe('a conversation on a real screen', () => {
  it.each(conversationFixtures())('is read as a person reads it: $id', ({ program, screen, expected }) => {
    expect(shown(program, screen)).toEqual(expected);
  });

  it('reads the same words of an answer at every width', () => {
    const answers = conversationFixtures()
      .filter(({ id }) => id.includes('/markdown-'))
      .map(({ program, screen }) => shown(program, screen).at(-1)?.split('Costs')[1]);
    expect(new Set(answers).size).toBe(2);
  });
});

const chrome = /shortcuts|esc to interrupt|\/effort|Esc to cancel|[❯›] *$|─{4}|Worked for|for \d+s/u;

describe('the text of a message', () => {
  it.each(screenFixtures())('has nothing of what is around it: $id', ({ program, screen }) => {
    for (const message of shown(program, screen)) expect(message).not.toMatch(chrome);
  });
});
