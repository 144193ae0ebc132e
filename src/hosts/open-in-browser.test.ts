import { describe, expect, it } from 'vitest';
import { browserCommands } from './open-in-browser.js';

const url = `http://127.0.0.1:4747/?a='$(touch x)'&b="\`;|%s`;

describe('what opens a link', () => {
  it.each([
    [
      'the first of BROWSER that works',
      { BROWSER: 'firefox:w3m', DISPLAY: ':0' },
      [
        ['firefox', url],
        ['w3m', url],
      ],
    ],
    ['its words as they are', { BROWSER: ' chromium  --app=%s -n ' }, [['chromium', `--app=${url}`, '-n']]],
    [
      'the desktop',
      { DISPLAY: ':0' },
      [
        ['xdg-open', url],
        ['x-www-browser', url],
      ],
    ],
    [
      'Wayland, too',
      { BROWSER: ' : ', WAYLAND_DISPLAY: 'w' },
      [
        ['xdg-open', url],
        ['x-www-browser', url],
      ],
    ],
    ['Windows around it', { WSL_DISTRO_NAME: 'Debian' }, [['wslview', url]]],
    ['nothing without a desktop', {}, []],
  ])('is %s', (_, env, expected) => {
    expect(browserCommands(url, env, 'linux')).toEqual(expected);
  });

  it('is open on a Mac', () => {
    expect(browserCommands(url, {}, 'darwin')).toEqual([['open', url]]);
  });
});
