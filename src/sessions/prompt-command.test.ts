import { describe, expect, it } from 'vitest';
import { checkTemplate, promptCommand } from './prompt-command.js';

const metadata = { requestId: 'req-001', chatId: 123, workspace: 'cc-bridge' };

describe('the command for a prompt', () => {
  it('has the metadata as assignments before it, and says what is run [M15]', () => {
    expect(promptCommand('claude -p {prompt}', 'Hello Claude!', metadata).toString()).toBe(
      `printf '%s\\n' '$ claude -p '\\''Hello Claude!'\\'''
REQUEST_ID=req-001 CHAT_ID=123 WORKSPACE_NAME=cc-bridge claude -p 'Hello Claude!'
`,
    );
  });

  it('exports the metadata where a line has several commands', () => {
    expect(promptCommand('cd /w && claude -p {prompt}', '$& $1', metadata).toString()).toContain(
      `\nexport REQUEST_ID=req-001 CHAT_ID=123 WORKSPACE_NAME=cc-bridge\ncd /w && claude -p '$& $1'\n`,
    );
  });

  it('quotes the words of an argv', () => {
    expect(promptCommand(['my agent', '--text={prompt}', '$HOME'], "it's", metadata).toString()).toContain(
      `'my agent' '--text=it'\\''s' '$HOME'\n`,
    );
  });

  it('may have quotes beside the prompt', () => {
    expect(checkTemplate(`echo "it's "{prompt}'"'`)).toBe(`echo "it's "{prompt}'"'`);
  });

  it.each([
    ['claude -p', /no place for the prompt/],
    ['claude -p "{prompt}"', /puts quotes around the prompt/],
    ["claude -p '{prompt}'", /puts quotes around the prompt/],
    ['claude -p "Answer {prompt} now"', /puts quotes around the prompt/],
    [['claude', '-p'], /no place for the prompt/],
  ])('needs a template that can be filled: %s', (template, message) => {
    expect(() => checkTemplate(template)).toThrow(message);
  });
});
