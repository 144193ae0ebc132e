import { describe, expect, it } from 'vitest';
import { type WrapperSettings, wrapperLaunch } from './wrapper.js';

const settings: WrapperSettings = {
  id: 'run1',
  folder: "/state/it's here",
  command: 'echo "$A" # done',
  shell: '/bin/bash',
  login: true,
  env: { A: "it's", B: Buffer.from([0xff]) },
  cwd: '/work dir',
  size: undefined,
  interactive: false,
  held: false,
  pipedInput: false,
  timeoutMs: 61_500,
  graceMs: 2_000,
  startNonce: 'a'.repeat(32),
  exitNonce: 'b'.repeat(32),
  proof: 'c'.repeat(32),
  recorder: 'secret rules',
};

describe('wrapperLaunch', () => {
  it('keeps everything but an exact argv out of the arguments [A71]', () => {
    const { argv } = wrapperLaunch(settings);
    expect(argv).toEqual(['sh', '-c', 'eval "$MUXWRIGHT_WRAPPER"', 'muxwright']);
    const exact = wrapperLaunch({ ...settings, command: ['ls', '-l', 'a b'] });
    expect(exact.argv.slice(4)).toEqual(['ls', '-l', 'a b']);
    expect(exact.env).not.toHaveProperty('MUXWRIGHT_COMMAND');
  });

  it('hands over command, environment and folder exactly [A71]', () => {
    const { env } = wrapperLaunch(settings);
    expect(env.MUXWRIGHT_COMMAND).toBe(settings.command);
    expect(env.MUXWRIGHT_RECORDER).toBe('secret rules');
    const setup = Buffer.from(env.MUXWRIGHT_SETUP ?? '').toString('latin1');
    expect(setup).toBe(`export A='it'\\''s'\nexport B='\xff'\ncd -- '/work dir' || exit 1\n`);
    expect(env.MUXWRIGHT_RUN).toContain(`base='/state/it'\\''s here/run1'`);
  });

  it('splits a time limit into whole watches and a rest [A71]', () => {
    expect(wrapperLaunch(settings).env.MUXWRIGHT_RUN).toMatch(/ limit=1\.5 whole=60 /);
    expect(wrapperLaunch({ ...settings, timeoutMs: 300 }).env.MUXWRIGHT_RUN).toMatch(/ limit=0\.3 whole=0 /);
    expect(wrapperLaunch({ ...settings, timeoutMs: 0 }).env.MUXWRIGHT_RUN).toMatch(/ limit='' /);
  });
});
