import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';

const script = fileURLToPath(new URL('../scripts/check-language.mjs', import.meta.url));

const plain = {
  'src/plain/name.ts':
    "/** A user who attaches sees it. There is no default, and the run is no longer watched. */\nexport const text = 'The run keeps running.';",
  'docs/guide.md': 'A client receives every event again.\n',
  'src/plain/screen.json': '"whoever" in data stays as it is',
};

/** Each in its own file. */
const faults = [
  ['a process that is a person', 'src/a.ts', "export const a = 'Whoever reads slowly waits.';", 'Whoever'],
  ['a turn in a comment', 'src/b.ts', '// Read anew at each call.\nexport const b = 1;', 'anew'],
  ['a turn across two lines of a comment', 'src/c.ts', '/**\n * The command goes\n * on.\n */', 'goes * on'],
  [
    'a turn across two strings',
    'src/d.ts',
    "export const d = 'It waits for ' +\n  'ever.';",
    "for ' + 'ever",
  ],
  ['a missing noun', 'docs/e.md', 'Local without it.\n', 'without it'],
  ['a page of the dashboard', 'src/plain/f.tsx', 'export const F = () => <p>It is no run.</p>;', 'is no'],
] as const;

describe('the language check', () => {
  it('passes plain English, and reads no data', async () => {
    expect(await runCheck(plain)).toEqual({ code: 0, output: '2 files are written in plain English.\n' });
  });

  it('fails when it read nothing', async () => {
    expect((await runCheck({})).output).toContain('No file was read, so nothing was checked.');
  });

  it.each(faults)('finds %s, and says what to write instead', async (_, path, text, turn) => {
    const { code, output } = await runCheck({ ...plain, [path]: text });
    expect(code).toBe(1);
    expect(output).toMatch(new RegExp(`^  ${path}:\\d+: "${turn.replaceAll(/[*+]/g, '\\$&')}"; say: .+\n`));
    expect(output).toContain('The language check found 1 problem.');
  });
});

async function runCheck(files: Readonly<Record<string, string>>): Promise<{ code: number; output: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'mux-language-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
  return await new Promise((resolve) => {
    execFile(process.execPath, [script, folder], (error, stdout, stderr) => {
      resolve({ code: error === null ? 0 : Number(error.code), output: stdout + stderr });
    });
  });
}
