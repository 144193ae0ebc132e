import { describe, expect, it } from 'vitest';
import { LiveRedactor } from './live-redactor.js';

describe('LiveRedactor', () => {
  it('hides what it learns from then on, with what it knew [A12]', () => {
    const redactor = new LiveRedactor({ redactors: [/tok_\w+/] });
    expect(redactor.line('tok_a and hunter2')).toBe('**** and hunter2');
    redactor.hide('hunter2');
    expect(redactor.line('tok_a and hunter2')).toBe('**** and ****');
    expect(redactor.text('hunter2\nhunter2')).toBe('****\n****');
  });

  it('does not take an answer of a few letters for a secret', () => {
    const redactor = new LiveRedactor();
    redactor.hide('yes');
    expect(redactor.line('yes, yes')).toBe('yes, yes');
  });

  it('hides the rest of a key whose first line is not on the screen any more', () => {
    const line = 'b3BlbnNzaC1rZXktdjEAAAAABG5vbmUAAAAEbm9uZQAAAAAAAAABAAAAMwAAAAtzc2gt';
    const screen = [line, line, 'ZWQ=', '-----END OPENSSH PRIVATE KEY-----', '$ ls', 'ZWQ='];
    expect(new LiveRedactor().screen(screen)).toEqual(['****', '****', '****', ...screen.slice(3)]);
    expect(new LiveRedactor().prompt(line.slice(0, 30))).toBe('****');
    expect(new LiveRedactor().prompt('Passphrase for the key:')).toBe('Passphrase for the key:');
    const none = new LiveRedactor({ builtInRedactors: false });
    expect(none.screen(screen)).toEqual(screen);
    expect(none.prompt(line)).toBe(line);
  });
});
