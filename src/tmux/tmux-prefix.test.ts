import { expect, it } from 'vitest';
import { tmuxPrefix } from './tmux-prefix.js';

it('is tmux alone without a socket, and names the socket with -L [W5]', () => {
  expect(tmuxPrefix()).toEqual(['tmux']);
  expect(tmuxPrefix('work')).toEqual(['tmux', '-L', 'work']);
});
