import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runExample } from '../../page-examples.js';
import { openTerminal, type Terminal } from '../cli/terminal.js';

const slow = { timeoutMs: 200_000 };

const form = `import getpass
p = getpass.getpass('Deploy password: ')
n = input('Name? ')
print('hello', n, len(p))
`;

const menu = `f=$(whiptail --menu Fruit 15 50 3 a Apple b Banana c Cherry 3>&1 1>&2 2>&3)
printf 'Sure? '; read -r yes; echo "took $f"`;

describe('mux codegen', () => {
  it('writes a test of what a person did, which passes, and has the password in no file', async () => {
    await using terminal = await openTerminal();
    const work = join(terminal.mux.folder, 'work');
    await writeFile(join(work, 'form.py'), form);
    await terminal.enter(`mux codegen --out form.test.mjs -- python3 ${work}/form.py; echo "code $?"`);
    await terminal.pane.waitForCursorLine(/^Deploy password:/, slow);
    await terminal.enter('open sesame');
    await terminal.pane.waitForCursorLine(/^Name\?/, slow);
    await terminal.enter('Ada');
    await terminal.pane.waitForText('code 0', slow);
    const test = await readFile(join(work, 'form.test.mjs'), 'utf8');
    expect(bodyOf(test)).toEqual([
      `await terminal.run(['python3', '${work}/form.py']);`,
      "await expect(terminal.getByRole('textbox', { name: 'Deploy password' })).toBeVisible();",
      "await terminal.fill(secret('DEPLOY_PASSWORD'));",
      "await expect(terminal.getByRole('textbox', { name: 'Name?' })).toBeVisible();",
      "await terminal.fill('Ada');",
      "await expect(terminal.getByText('hello Ada')).toBeVisible();",
      'await expect(terminal).toHaveExited({ code: 0 });',
    ]);
    expect(await filesWith(terminal.mux.folder, 'open sesame')).toEqual([]);
    process.env.DEPLOY_PASSWORD = 'open sesame';
    await runExample(test);
    process.env.DEPLOY_PASSWORD = '';
    await expect(runExample(test)).rejects.toThrow('DEPLOY_PASSWORD');
  });

  it('makes a choice of arrows and Enter, for node --test too', async () => {
    await using terminal = await openTerminal();
    const work = join(terminal.mux.folder, 'work');
    await writeFile(join(work, 'menu.sh'), menu);
    await terminal.enter(`mux codegen --runner node -o menu.test.mjs -- sh ${work}/menu.sh; echo "code $?"`);
    await terminal.pane.waitForText('Cherry', slow);
    await terminal.pane.sendKeys('Down', 'Down');
    await terminal.pane.sendKeys('Enter');
    await terminal.pane.waitForCursorLine(/^Sure\?/, slow);
    await terminal.enter('yes');
    await terminal.pane.waitForText('code 0', slow);
    const test = await readFile(join(work, 'menu.test.mjs'), 'utf8');
    expect(bodyOf(test)).toContain("await terminal.getByRole('option', { name: 'c Cherry' }).select();");
    expect(bodyOf(test)).toContain("await terminal.fill('yes');");
    expect(test).toContain("import { it } from 'muxwright/test/node';");
    await runExample(test);
  });

  it('says of an action that nothing shows that it was done', async () => {
    await using terminal = await openTerminal();
    const program = `printf 'Press keys: '; stty -icanon -echo; dd bs=1 count=1 2>/dev/null | cat >/dev/null; dd bs=1 count=1 2>/dev/null >/dev/null; stty icanon echo; echo; echo 'All done'`;
    await writeFile(join(terminal.mux.folder, 'work', 'keys.sh'), program);
    await terminal.enter(`mux codegen -o keys.test.mjs -- sh keys.sh; echo "code $?"`);
    await terminal.pane.waitForCursorLine(/^Press keys:/, slow);
    await terminal.pane.sendText('a');
    await terminal.pane.sendKeys('Escape');
    await terminal.pane.waitForText('code 0', slow);
    const test = await readFile(join(terminal.mux.folder, 'work', 'keys.test.mjs'), 'utf8');
    const lines = bodyOf(test);
    const at = lines.indexOf("await terminal.press('a');");
    expect(lines[at - 1]).toBe('// Nothing on the screen shows that the next line was done.');
    expect(lines.slice(at + 1)).toEqual([
      "await terminal.press('Escape');",
      "await expect(terminal.getByText('All done')).toBeVisible();",
      'await expect(terminal).toHaveExited({ code: 0 });',
    ]);
  });
});

describe('mux codegen --from', () => {
  it('makes waits of the pauses of a tape', async () => {
    await using terminal = await openTerminal();
    const tape = `# a demo
Output demo.gif
Set Width 1200
Env GREETING "good evening"
Type@50ms "echo $GREETING; read -r word; echo got $word"
Sleep 500ms
Enter
Wait+Screen@10s /^good evening/
Type "wool"
Enter
Sleep 2s
Ctrl+D
`;
    const test = await written(terminal, 'demo.tape', tape);
    const lines = bodyOf(test);
    expect(test).toContain("env: { GREETING: 'good evening', PS1: '> ' }");
    expect(lines).toContain("await terminal.fill('echo $GREETING; read -r word; echo got $word');");
    expect(lines).toContain("await expect(terminal.getByText('good evening')).toBeVisible();");
    expect(lines).toContain("await expect(terminal.getByText('got wool')).toBeVisible();");
    expect(lines.at(-1)).toBe('await expect(terminal).toHaveExited({ code: 0 });');
    expect(test).not.toContain('leep');
    await runExample(test);
  });

  it('repeats what was typed in a recording', async () => {
    await using terminal = await openTerminal();
    const cast = [
      { version: 2, width: 60, height: 12, command: 'read -r word; echo "You said $word"; exit 4' },
      [5, 'i', 'moss\r'],
      [6, 'o', 'You said moss\r\n'],
    ];
    const test = await written(terminal, 'word.cast', cast.map((line) => JSON.stringify(line)).join('\n'));
    expect(test).toContain('test.use({ size: [60, 12] });');
    expect(bodyOf(test).slice(1)).toEqual([
      "await terminal.fill('moss');",
      "await expect(terminal.getByText('You said moss')).toBeVisible();",
      'await expect(terminal).toHaveExited({ code: 4 });',
    ]);
    await runExample(test);
  });

  it('says what is wrong with a file, a runner, a program or a place', async () => {
    await using terminal = await openTerminal();
    const work = join(terminal.mux.folder, 'work');
    await writeFile(join(work, 'bad.tape'), 'Type "x"\nFrobnicate 3\n');
    await writeFile(join(work, 'silent.cast'), '{"version":2,"width":80,"height":24}\n[1,"o","hi"]\n');
    const refused = [
      ['-- bc', 'mux codegen needs --out'],
      ['-o x.test.ts', 'mux codegen needs a program to run'],
      ['-o bad.tape -- bc', "The file 'bad.tape' already exists."],
      ['-o x.test.ts --runner mocha -- bc', "'mocha' is not a test runner."],
      ['-o x.test.ts --from none.tape', "The file 'none.tape' cannot be read."],
      [
        '-o x.test.ts --from bad.tape',
        "Line 2 of 'bad.tape' cannot be read: 'Frobnicate' is not a command or a key.",
      ],
      ['-o x.test.ts --from silent.cast', "'silent.cast' has no input"],
      ['-o x.test.ts -- no-such-program', 'The program no-such-program is not on local'],
      ['-o x.test.ts -- bc </dev/null', 'stdin and stdout are not both a terminal'],
    ] as const;
    for (const [words, sentence] of refused) {
      const printed = await terminal.output(`mux codegen ${words} 2>&1`);
      expect(printed.replaceAll(/\s*\n\s*/g, ' ')).toContain(sentence);
    }
    expect((await readdir(work)).filter((name) => name.startsWith('x.test'))).toEqual([]);
  });
});

/** The test that is made of a file. */
async function written(terminal: Terminal, name: string, text: string): Promise<string> {
  const work = join(terminal.mux.folder, 'work');
  await writeFile(join(work, name), text);
  await terminal.enter(`mux codegen --from ${name} --out made.test.mjs; echo "code $?"`);
  await terminal.pane.waitForText(/^code \d/m, slow);
  return readFile(join(work, 'made.test.mjs'), 'utf8');
}

function bodyOf(test: string): string[] {
  return test.split('\n').flatMap((line) => (line.startsWith('  ') ? [line.trim()] : []));
}

async function filesWith(folder: string, text: string): Promise<string[]> {
  const found: string[] = [];
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    if ((await readFile(path)).includes(text)) found.push(path);
  }
  return found;
}
