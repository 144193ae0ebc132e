import { readdir, readFile } from 'node:fs/promises';
import ts from 'typescript';
import { expect, it } from 'vitest';

const root = new URL('..', import.meta.url);

/** Files outside src/vt that hold an expression with an ESC, and why they may. */
const exceptions: Readonly<Record<string, string>> = {
  'src/agents/hooks/codex-config.ts': 'the ESC of a text in TOML, as JSON writes it',
  'src/recorder/awk-source.ts': 'the end of a sentinel, which awk cannot search for as a text',
  'src/recorder/perl-source.ts': 'a sentinel that is cut off',
  'src/recorder/sentinel.ts': 'the sentinel of a run, a private OSC with a fixed text',
  'src/redaction/secret-places.ts': 'sequences as JSON writes them, from the pieces of vt',
  'src/test/codegen/read-input.ts':
    'keys, pastes and reports of the mouse, which programs read and no terminal prints',
  'src/test/trace/traced-output.ts': 'the note of the test kit, a private OSC with a fixed text',
  'src/tmux/key-bytes.ts': 'keys, which programs read and no terminal prints',
};

it('has one grammar of escape sequences: no file outside src/vt holds an expression for one', async () => {
  const found = new Set<string>();
  for (const folder of ['src', 'web/src']) {
    const names = await readdir(new URL(folder, root), { recursive: true });
    for (const name of names.filter((each) => /\.tsx?$/.test(each) && !/\.test\.ts$/.test(each))) {
      const path = `${folder}/${name}`;
      if (path.startsWith('src/vt/')) continue;
      if (hasExpression(path, await readFile(new URL(path, root), 'utf8'))) found.add(path);
    }
  }
  expect([...found].toSorted()).toEqual(Object.keys(exceptions));
});

/** Regular expressions with an ESC, and texts that would be one: for perl, awk or `new RegExp`. */
function hasExpression(path: string, source: string): boolean {
  const file = ts.createSourceFile(path, source, ts.ScriptTarget.Latest, true);
  let found = false;
  const visit = (node: ts.Node): void => {
    if (ts.isRegularExpressionLiteral(node)) found ||= /\\(?:x1b|u001b|x9b)/.test(node.text);
    else if (ts.isTemplateLiteral(node) || ts.isStringLiteral(node)) found ||= isExpression(node.getText());
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

/** Sources of expressions have their backslash doubled; programs in perl and awk search by themselves. */
function isExpression(text: string): boolean {
  return /\\\\(?:x1b|u001)/.test(text) || (/\bqr\/|\bgsub\(/.test(text) && /\\(?:x1b|033)/.test(text));
}
