import { expect, it } from 'vitest';
import { LiveRedactor } from '../../redaction/live-redactor.js';
import { CommandOutput, type CommandOutputOptions } from './command-output.js';

const command = 'echo READY';
const starts = (prompt: number): string => `\x1b]7;muxwright:abc:run:${prompt}\x07`;
const ends = '\x1b]7770;abc;D;0;/\x07$ ';

const heard = (options: Partial<CommandOutputOptions>, ...pieces: string[]): CommandOutput => {
  const redactor = new LiveRedactor();
  const output = new CommandOutput({
    command,
    shell: 'abc',
    atPrompt: true,
    startsAt: 1,
    redactor,
    text: 'READY',
    ...options,
  });
  for (const piece of pieces) output.feed(piece);
  return output;
};

it('takes what stands between a prompt and the start of a command for no output', () => {
  const typed = heard({}, `${command}\r\n`);
  expect(typed.found).toBe(false);
  typed.feed(`${starts(1)}READY\r\n`);
  expect(typed).toMatchObject({ found: true });
  expect(typed.toString()).toBe('READY');
});

it.each([
  ['shown by the terminal', [starts(1), `${command}\r\n`]],
  ['shown by the shell alone', [starts(1)]],
  ['shown before the other starts', [`${command}\r\n`, starts(1)]],
])('waits for the start of its own command where another was typed before it: %s', (_, pieces) => {
  const output = heard({ startsAt: 2 }, ...pieces);
  expect(output.found).toBe(false);
  output.feed(`${ends}${command}\r\n`);
  expect(output.found).toBe(false);
  output.feed(`${starts(2)}READY\r\n`);
  expect(output.found).toBe(true);
  expect(output.toString()).toBe('READY');
});

it('hears its own command where the line before it was empty, and so started nothing', () => {
  const output = heard({ startsAt: 2 }, `\r\n${ends}${command}\r\n`, `${starts(2)}READY\r\n`);
  expect(output.toString()).toBe('READY');
});

it('takes no echo for output where the start of what runs is heard of late', () => {
  const output = heard({ atPrompt: false, startsAt: 2 }, `${ends}${starts(1)}`, `${command}\r\n`);
  expect(output.found).toBe(false);
  output.feed(`${ends}${command}\r\n${starts(2)}READY\r\n`);
  expect(output.toString()).toBe('READY');
});

it('takes the command before it for no output in a shell that does not say when it starts something', () => {
  const prompt = `${ends}\x1b]7;muxwright:abc:idle:2:0:sh\x07`;
  const output = heard({ startsAt: 2 }, 'echo READY before\r\n', `${prompt}${command}\r\nREA`, 'DY\r\n');
  expect(output.toString()).toBe('READY');
});

it('takes what is typed at a prompt for no output where only the prompt was heard, and not the end before it', () => {
  const prompt = '$ \x1b]7;muxwright:abc:idle:2:0:fish\x07';
  const output = heard({ atPrompt: false, startsAt: 2 }, `${prompt}${command}\r\x1b[2C${command}`, '\r\n');
  expect(output.found).toBe(false);
  output.feed(`${starts(2)}READY\r\n`);
  expect(output.toString()).toBe('READY');
});

it('takes what a pager draws of the keys it is given for no output, in whatever pieces that comes', () => {
  const drawn = '\r\x1b[K/\x1b[K^\b^\x1b[K3\b3\x1b[K0\b0\x1b[K0\b0\r\x1b[K\x1b[1;1H299\r\n';
  for (let cut = 0; cut < drawn.length; cut++) {
    const output = heard({ atPrompt: false, command: '/^300', text: '300' }, drawn.slice(0, cut));
    expect(output.found, JSON.stringify(drawn.slice(0, cut))).toBe(false);
    output.feed(drawn.slice(cut));
    expect(output.found).toBe(false);
    output.feed('\x1b[2;1H300');
    expect(output.found).toBe(true);
  }
});
