import { describe } from 'vitest';
import { secret } from '../../../src/test/secret.js';
import { expect, test } from '../../../src/test/vitest.js';

// On a busy machine everything takes ten times as long.
test.use({ timeout: 120_000 });

const script = [
  'python3',
  '-c',
  "import getpass; p = getpass.getpass(); n = input('Name? '); print('hi', n, len(p))",
];

describe('programs that read lines', () => {
  test('bc answers', async ({ terminal }) => {
    await terminal.run(['bc', '-q']);
    await terminal.fill('6*7');
    await expect(terminal.row(1)).toHaveText('42');
    await terminal.press('C-d');
    await expect(terminal).toHaveExited({ code: 0 });
  });

  test('a password and a line are told apart, and the password is shown nowhere', async ({ terminal }) => {
    process.env.TEST_KIT_PASSWORD = 'open sesame 4711';
    await terminal.run([...script]);
    await expect(terminal).toBeWaiting({ kind: 'password' });
    await terminal.fill(secret('TEST_KIT_PASSWORD'));
    await expect(terminal).toBeWaiting({ kind: 'line' });
    await terminal.fill('Ada');
    await expect(terminal.getByText('hi Ada 16')).toBeVisible();
    await expect(terminal).toHaveExited({ code: 0 });
    expect(JSON.stringify(terminal.actions)).not.toContain('sesame');
  });

  test('a shell keeps the exit code', async ({ terminal }) => {
    await terminal.run(['bash', '--norc']);
    await terminal.fill('exit 7');
    await expect(terminal).toHaveExited({ code: 7 });
    await terminal.run(['sh', '-c', 'kill -9 $$']);
    await expect(terminal).toHaveExited({ code: 137 });
  });

  test('python and sqlite3 show what they are asked', async ({ launch }) => {
    const python = await launch(['python3', '-q']);
    await python.fill('6*7');
    await expect(python.row(1)).toHaveText('42');
    const sqlite = await launch(['sqlite3']);
    await sqlite.fill("select printf('answer %d', 6*7);");
    await expect(sqlite.getByText('answer 42', { exact: true })).toBeVisible();
  });

  test('what is typed into a prompt of Node is echoed before Enter', async ({ terminal }) => {
    await terminal.run(['node', '-e', ASK]);
    await terminal.fill('blue');
    await expect(terminal).toHaveExited({ code: 0 });
    await expect(terminal.getByText('You said blue')).toBeVisible();
  });
});

const ASK = `const { createInterface } = require('node:readline');
const ask = createInterface({ input: process.stdin, output: process.stdout });
ask.question('Colour? ', (answer) => { console.log('You said ' + answer); ask.close(); });`;

describe('programs with a screen of their own', () => {
  test('vim shows what is typed, also wide characters', async ({ terminal, step }) => {
    await terminal.run(['vim', '-u', 'NONE', '-N', '-i', 'NONE', '-n']);
    await terminal.press('i');
    await expect(terminal.row(-1)).toContainText('INSERT');
    await terminal.type('日本 text');
    await expect(terminal.row(0)).toHaveText('日本 text');
    await step('leave', async () => {
      await terminal.press('Escape');
      await terminal.type(':q!');
      await terminal.press('Enter');
    });
    await expect(terminal).toHaveExited({ code: 0 });
    expect(terminal.actions.at(-2)?.steps).toEqual(['leave']);
  });

  test('less shows the end in reverse, and follows the wheel', async ({ terminal }) => {
    await terminal.run(['less', '--mouse', 'LICENSE']);
    await terminal.resize(60, 10);
    await terminal.press('g');
    await expect(terminal.getByText('MIT License')).toBeVisible();
    await terminal.mouse.wheel('down', { times: 2, at: [5, 5] });
    await expect(terminal.getByText('MIT License')).not.toBeVisible();
    await terminal.press('G');
    await expect(terminal.getByText('(END)')).toHaveStyle({ reverse: true });
  });

  test('a click on a button of dialog is its answer', async ({ terminal }) => {
    await terminal.run(['dialog', '--title', 'Leave', '--yesno', 'Really quit?', '8', '40']);
    const box = terminal.region({ title: 'Leave' });
    await box.getByText('No', { exact: true }).click();
    await expect(terminal).toHaveExited({ code: 1 });
  });

  test('whiptail takes a text and a password', async ({ launch }) => {
    const box = await launch(['whiptail', '--title', 'Ask', '--inputbox', 'Your name', '10', '40']);
    await box.region({ title: 'Ask' }).getByText('Your name').fill('Ada');
    await expect(box).toHaveExited({ code: 0 });
    await expect(box).toContainText('Ada');
    process.env.TEST_KIT_PASSWORD = 'correct-horse-battery';
    const hidden = await launch(['whiptail', '--passwordbox', 'Secret', '10', '40']);
    await hidden.fill(secret('TEST_KIT_PASSWORD'));
    await expect(hidden).toHaveExited({ code: 0 });
    // The program prints it itself: it is hidden there as well.
    expect(await hidden.text()).toContain('****');
    expect(await hidden.text()).not.toContain('horse');
  });

  test('mc highlights the file that is clicked', async ({ terminal }) => {
    await terminal.run(['mc', '-u', `${process.cwd()}/docs`, `${process.cwd()}/src`]);
    const left = terminal.region({ title: '/docs' });
    await left.getByText('glossary.md').click();
    await expect(left.getByStyle({ bg: 'cyan' })).toHaveText(/^glossary\.md/);
    await expect(terminal).toHaveTitle(/^mc/);
  });

  test('fzf finds, and htop opens its help by the mouse', async ({ launch }) => {
    const fzf = await launch(['sh', '-c', 'seq 1 100 | fzf']);
    await fzf.type('42');
    await expect(fzf.getByText('1/100')).toBeVisible();
    await fzf.press('Enter');
    await expect(fzf).toHaveExited({ code: 0 });
    const htop = await launch(['htop']);
    await htop.row(-1).getByText('Help').click();
    await expect(htop.getByText('Released under the GNU')).toBeVisible();
  });
});
