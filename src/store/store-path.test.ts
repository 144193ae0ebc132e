import { describe, expect, it } from 'vitest';
import { defaultStorePath } from './store-path.js';

describe('defaultStorePath', () => {
  it.each([
    [{}, '/home/me/.local/state/muxwright/muxwright.db'],
    [{ XDG_STATE_HOME: '/state' }, '/state/muxwright/muxwright.db'],
    [{ XDG_STATE_HOME: '' }, '/home/me/.local/state/muxwright/muxwright.db'],
    [{ XDG_STATE_HOME: 'relative' }, '/home/me/.local/state/muxwright/muxwright.db'],
    [{ MUXWRIGHT_HOME: '/own', XDG_STATE_HOME: '/state' }, '/own/muxwright.db'],
    [{ MUXWRIGHT_HOME: '' }, '/home/me/.local/state/muxwright/muxwright.db'],
  ])('with %j gives %s', (environment, expected) => {
    expect(defaultStorePath(environment, '/home/me')).toBe(expected);
  });
});
