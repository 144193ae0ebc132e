import { expect, it } from 'vitest';
import { commandError } from './command-error.js';

it.each([
  ['unknown command: new-widow', /mistyped/],
  ['command new-window: unknown flag -q', /manual/],
  ['usage: new-window [-abdkPS]', /manual/],
  ['command rename-session: too many arguments (need at most 1)', /manual/],
  ['duplicate session: work', /another name/],
  ['create window failed: index 3 in use', /Omit the index/],
  ['invalid option: no-such', /show-options/],
  ['no buffer nothing', /list-buffers/],
  ['something nobody has heard of', /tmux\.conf/],
  ['', /tmux\.conf/],
])('says what to do where tmux says %j', (said, suggestion) => {
  const error = commandError(`${said}\n`, 'new-window', 'local');
  expect(error).toMatchObject({ code: 'TMUX_COMMAND_FAILED', suggestion: expect.stringMatching(suggestion) });
});
