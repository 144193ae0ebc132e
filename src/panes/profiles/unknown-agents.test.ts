import { describe, expect, it } from 'vitest';
import { screenFromCapture } from '../../screen/screen-from-capture.js';
import { type AgentScreen, classifyScreen } from './classify-screen.js';
import { loadProfiles, profileFor } from './profile.js';

const profiles = await loadProfiles();
const generic = profileFor(profiles, { command: 'an-agent', title: '' });

/** A screen with the cursor where `▮` stands, or hidden in the row below. */
function seen(capture: string, width = 80): AgentScreen {
  const lines = capture.split('\n');
  const y = lines.findIndex((line) => line.includes('▮'));
  const x = y < 0 ? 0 : plain(lines[y] ?? '').indexOf('▮');
  const cursor = y < 0 ? { x: 0, y: lines.length, visible: false } : { x, y, visible: true };
  return classifyScreen(generic, screenFromCapture(capture.replace('▮', ''), { cursor, width, height: 24 }));
}

function plain(line: string): string {
  return line.replaceAll(/\x1b\[[\d;]*m/g, '');
}

const ON = '\x1b[48;5;215m\x1b[38;5;232m';
const OFF = '\x1b[0m';

describe('a permission prompt of an agent that nobody has described', () => {
  it.each([
    ['letters in brackets', "touch x\nRun shell command? (Y)es/(N)o/(D)on't ask again [Yes]: ▮"],
    ['letters in brackets, with all', 'Add file to the chat? (Y)es/(N)o/(A)ll/(S)kip all [Yes]: ▮'],
    ['a slash between letters', 'Execute code? [Y/n/y/a/!/?/h] ▮'],
    ['three letters', 'Run `touch x`? y/n/a ▮'],
    ['a begun answer', 'Would you like to run this code? (y/n) y▮'],
    ['a mark under the question', 'Run this command? [y/N]\n> ▮'],
    ['numbers without a pointer', 'Run `touch x`?\n1. Yes\n2. No\n3. Always\n> ▮'],
    [
      'numbers and a line for the choice',
      'Allow it to run?\n  1) Allow once\n  2) Deny\n\nYour choice [1-2]: ▮',
    ],
    ['a plain question', 'Allow the tool to write to notes.txt? ▮'],
    ['a plain question with a colon', 'I would like to execute `touch x`. Do you approve? : ▮'],
    [
      'radio buttons',
      '◆  It would like to call the above tool, do you allow?\n│  ● Allow (Allow the tool call once)\n│  ○ Always Allow\n│  ○ Deny\n│  ○ Cancel\n└',
    ],
    [
      'an arrow and keys in brackets',
      ' $ touch x\n\n Run this command?\n Not in allowlist: touch\n  → Run (once) (y) (enter)\n    Add Shell(touch) to allowlist? (tab)\n    Run Everything (shift+tab)\n    Skip (esc or n)',
    ],
    [
      'a pointer in a frame',
      '╭──────────────────────╮\n│ Bash(touch x)        │\n│                      │\n│ Would you like to continue? │\n│                      │\n│ > Continue (tab)     │\n│   No, and say why (esc) │\n╰──────────────────────╯',
    ],
    [
      'a triangle without hints',
      'Invoke tool Bash?\n  touch x\n\n  ▸ Approve\n    Allow All for This Session\n    Reject',
    ],
    [
      'buttons with a background',
      `  ┃  △ Permission required\n  ┃    # Shell command\n  ┃\n  ┃  $ touch x\n  ┃\n  ┃   ${ON} Allow once ${OFF}  Allow always   Reject      ⇆ select  enter confirm`,
    ],
    [
      'buttons in a frame in front of a box',
      `╭────────────────────────────────────────╮\n│ Permission Required                    │\n│ Tool Bash                              │\n│  touch x                               │\n│  ${ON} Allow ${OFF}   Allow for Session   Deny     │\n│ ←/→ choose • enter confirm • esc cancel │\n╰────────────────────────────────────────╯\n\n  > Ready for instructions\n  ::: \n\n ctrl+p commands`,
    ],
    ['buttons in brackets', 'The agent wants to run: touch x\n\n  [ Allow ]   [ Deny ]   [ Always ]'],
    [
      'buttons in angle brackets',
      'Do you want to save the file?\n\n      \x1b[7m< Yes >\x1b[0m        < No >',
    ],
    [
      'numbers and the words of keys',
      '╭──────────────╮\n│ Do you want to create x? │\n│ ❯ 1. Yes     │\n│   2. No (Esc) │\n╰──────────────╯\nConfirm with number keys or ↑↓ keys and Enter, Cancel with Esc',
    ],
    ['words alone', 'Tool call: bash\n  touch x\n\nWaiting for your approval…\n[a] approve  [r] reject'],
    [
      'a box of one line that nothing points at',
      '┃ Allow bash to run touch x?\n┃ y allow   n deny   a always',
    ],
  ])('is recognised: %s', (_, capture) => {
    expect(seen(capture).state).toMatch(/^(?:permission|question)$/);
  });

  it('is in front of a box that has no caret any more', () => {
    const dialog = 'Permission required\n  touch x\n  press y or n';
    const box = '╭──────────────╮\n│ > Ready      │\n╰──────────────╯';
    expect(seen(`${dialog}\n\n${box}`)).toMatchObject({ state: 'permission', input: undefined });
    const caret = box.replace('Ready', '\x1b[7mR\x1b[0meady');
    expect(seen(`${dialog}\n\n${caret}`).input).toBeDefined();
  });

  it('names the buttons that stand side by side, and the one that Enter would take', () => {
    const { menu } = seen(
      `┃  △ Permission required\n┃  $ touch x\n┃\n┃  Allow once  ${ON} Allow always ${OFF}  Reject     enter confirm`,
    );
    expect(menu).toMatchObject({ title: 'Permission required', highlighted: 1, sideBySide: true });
    expect(menu?.options.map(({ label }) => label)).toEqual(['Allow once', 'Allow always', 'Reject']);
  });
});

describe('an agent that nobody has described and that asks nothing', () => {
  it.each([
    [
      'a menu in its transcript',
      '❯ 1. Yes\n  2. No\n\nDo you want to proceed?\n\n╭──────────────╮\n│ > ▮            │\n╰──────────────╯',
    ],
    [
      'buttons in its transcript',
      `${ON} Allow once ${OFF}  Reject  enter confirm\n\n────────────────\n❯ ▮\n────────────────`,
    ],
    ['an answer with a numbered list', 'Here are the steps:\n1. Open the file\n2. Change it\n\n> ▮'],
    ['an answer about permissions', 'You have to allow the tool to run, or reject it.\n\n( O)> ▮'],
    [
      'a footer of keys',
      '╭──────────────╮\n│ > ▮            │\n╰──────────────╯\n enter send · shift+enter newline · esc clear',
    ],
    ['a shell after a refused program', 'Proceed? [y/N]\nAborted.\nme@host:~/x$ ▮'],
  ])('is not taken for one that does: %s', (_, capture) => {
    const { state, menu, input } = seen(capture);
    expect(state).toMatch(/^(?:idle|typing)$/);
    expect(menu).toBeUndefined();
    expect(input?.text).toBe('');
  });

  it.each([
    ['a blank with a background', '\x1b[30;47m \x1b[0m'],
    ['a blank in reverse video', '\x1b[7m \x1b[0m'],
  ])('has an empty box where a placeholder stands before its caret: %s', (_, caret) => {
    const box = (text: string): string =>
      `╭──────────────╮\n│ ❯ ${text}${caret}     │\n╰──────────────╯\n ≋ model`;
    expect(seen(box('\x1b[2;90mAsk me anything...\x1b[0m'))).toMatchObject({
      state: 'idle',
      input: { text: '' },
    });
    expect(seen(box('Ask me anything...'))).toMatchObject({
      state: 'typing',
      input: { text: 'Ask me anything...' },
    });
  });

  it.each([
    ['a message of two rows', ' > first row\n   second row\n\n✦ Understood.'],
    [
      'a message of three rows over a hint',
      ' > first\n   second\n   third\n\n Press Ctrl+O to expand pasted text',
    ],
    ['a box of two rows without a frame', ' Shift+Tab to accept edits\n > p1 alpha\n   p2 beta\n\n ~/proj'],
  ])('has no menu where it shows %s', (_, capture) => {
    expect(seen(capture).menu).toBeUndefined();
  });

  it('is at work where it tells how to stop that', () => {
    expect(seen(' ⠇ Thinking... (esc to cancel, 3s)\n\n ~/proj    no sandbox').state).toBe('working');
  });
});

describe('a command that an agent does not know', () => {
  it.each([
    ['  ✕ Unknown command: /frobnicate', '/frobnicate'],
    ['● Unknown slash command: /frobnicate', '/frobnicate'],
    ['Unrecognized command "/frobnicate". Type "/help" for a list', '/frobnicate'],
    ['Error: command not found: /frobnicate', '/frobnicate'],
    ['/frobnicate is not a valid command', '/frobnicate'],
    ['I do not know that command; see /help', undefined],
  ])('is refused by %j', (row, command) => {
    const refused = generic.refuses
      .map((pattern) => pattern.exec(row)?.[1])
      .find((each) => each !== undefined);
    expect(refused).toBe(command);
  });
});

describe('text for an agent at work', () => {
  it('is given to it only where a profile says that its questions take no early key', () => {
    const safe = profiles.filter(({ takesTextAtWork }) => takesTextAtWork).map(({ name }) => name);
    expect(safe.sort()).toEqual(['claude-code', 'codex', 'pi']);
  });
});
