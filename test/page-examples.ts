import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ModuleKind, ScriptTarget, transpileModule } from 'typescript';
import { expect, it } from 'vitest';
import { type IsolatedTmux, isolatedTmux } from '../src/testing/isolated-tmux.js';
import { compiledSource } from './integration/compiled-source.js';

const root = fileURLToPath(new URL('..', import.meta.url));

/** A block of TypeScript on a page, and the text right below it: what it prints. */
export interface PageExample {
  /** The heading above it. */
  readonly title: string;
  readonly code: string;
  readonly printed: string | undefined;
}

/** Tests that every example of a page runs and prints what the page says, and that its links lead somewhere. */
export function testPage(path: string): void {
  const page = readFileSync(`${root}${path}`, 'utf8');
  for (const { title, code, printed } of pageExamples(path)) {
    it(`has an example that runs under '${title}'`, async () => {
      const stdout = await runExample(code);
      if (printed !== undefined) expect(stdout).toBe(printed);
    });
  }

  it('links only to files that exist', () => {
    const links = [...page.matchAll(/\]\((?!https?:)([^)#]+)[^)]*\)/g)].map(([, link = '']) => link);
    expect(links.filter((link) => !existsSync(join(root, dirname(path), link)))).toEqual([]);
  });
}

export function pageExamples(path: string): PageExample[] {
  const page = readFileSync(`${root}${path}`, 'utf8');
  return [...page.matchAll(/```ts\n(.*?)```\n(?:\n```text\n(.*?)```\n)?/gs)].map(
    ({ 1: code = '', 2: printed, index }) => ({ title: titleAbove(page, index), code, printed }),
  );
}

function titleAbove(page: string, index: number): string {
  return /.*^#+ (.*?)$/ms.exec(page.slice(0, index))?.[1] ?? '';
}

/**
 * Runs an example on a tmux server of its own, with a home and a state folder that nobody else has, and gives what it
 * prints. `after` sees the server as the example has left it.
 */
export async function runExample(
  code: string,
  after: (server: IsolatedTmux, scratch: Scratch) => Promise<void> = async () => {},
): Promise<string> {
  await using scratch = await scratchFolder();
  await using server = await isolatedTmux();
  // The reader's session is the first of its server.
  await (await server.tmux.ensureSession('main')).rename('work');
  // Its window is named for what runs in it, which is a copy of tmux, or another shell, before it is `sh`.
  const names = ['list-windows', '-a', '-F', '#{window_name} #{pane_current_command}'] as const;
  await expect.poll(() => server.tmux.command(...names)).toEqual(['sh sh']);
  // Programs in the server have its environment, not that of the example.
  await server.tmux.globalEnvironment.set('HOME', scratch.home);
  const isVitest = code.includes("'muxwright/test/vitest'");
  const path = join(scratch.path, isVitest ? 'example.test.mjs' : 'example.mjs');
  await writeFile(path, plainJavaScript(forCheckout(code, (await compiledSource()).index, server.address)));
  const words = isVitest ? [vitest, 'run', '--root', scratch.path] : [path];
  const stdout = await runModule(words, scratch);
  await after(server, scratch);
  return stdout;
}

interface Scratch {
  readonly path: string;
  readonly home: string;
  readonly state: string;
  /** Where the example finds room for temporary files. */
  readonly temporary: string;
}

async function scratchFolder(): Promise<AsyncDisposable & Scratch> {
  const path = await mkdtemp(join(tmpdir(), 'muxwright-page-'));
  const home = join(path, 'home');
  const temporary = join(path, 'tmp');
  await mkdir(home);
  await mkdir(temporary);
  return {
    path,
    home,
    temporary,
    state: join(path, 'state'),
    // Shells write their history when they end.
    [Symbol.asyncDispose]: () => rm(path, { recursive: true, maxRetries: 10, retryDelay: 50 }),
  };
}

/** The same code, with the checkout in the place of the package and a server of its own in the place of `demo`. */
function forCheckout(code: string, index: string, address: string): string {
  return code
    .replaceAll("'muxwright'", `'${index}'`)
    .replaceAll(/'muxwright\/test(?:\/(vitest|node))?'/g, (_, runner = 'index') => {
      return `'${new URL(`test/${runner}.js`, index)}'`;
    })
    .replaceAll("'muxwright/testing'", `'${new URL('testing/index.js', index)}'`)
    .replaceAll("'muxwright/server'", `'${new URL('server/index.js', index)}'`)
    .replaceAll(/'muxwright\/(\w+)'/g, (_, entry) => `'${new URL(`api/${entry}.js`, index)}'`)
    .replaceAll('local?socket=demo', address);
}

function plainJavaScript(code: string): string {
  const { ESNext: module } = ModuleKind;
  return transpileModule(code, { compilerOptions: { module, target: ScriptTarget.ES2022 } }).outputText;
}

/** The program of the runner. */
const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs');

/** What a program for Node prints; rejects where it ends with an error, or not in time. */
function runModule(words: readonly string[], { home, state, temporary }: Scratch): Promise<string> {
  return new Promise((resolve, reject) => {
    execFile(
      process.execPath,
      [...words],
      {
        timeout: 120_000,
        // What it writes is gone with its home.
        cwd: home,
        env: { ...process.env, HOME: home, MUXWRIGHT_HOME: state, TMPDIR: temporary },
      },
      (error, stdout) => (error ? reject(error) : resolve(stdout)),
    );
  });
}
