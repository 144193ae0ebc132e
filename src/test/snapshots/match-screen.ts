import { relative } from 'node:path';
import { MuxError } from '../../model/index.js';
import {
  type MatcherContext,
  type MatcherResult,
  runMatcher,
  type WaitingOptions,
} from '../expect/run-matcher.js';
import { isSettled } from '../expect/settled.js';
import { byText } from '../locators/by-text.js';
import type { Locator, LocatorSource } from '../locators/locator.js';
import { LocatorQuery } from '../locators/locator-query.js';
import type { Place, ScreenGrid } from '../locators/screen-grid.js';
import { callerFile } from '../source-line.js';
import type { TerminalState } from '../terminal/terminal-state.js';
import type { Finding, Look } from '../terminal/wait-until.js';
import { checkSnapshot, screenSnapshot } from './screen-text.js';
import { readSnapshot, snapshotPath, type UpdateMode, updateMode, writeSnapshot } from './snapshot-file.js';

export interface ScreenSnapshotOptions extends WaitingOptions {
  /**
   * What the file is called.
   * @default the name of the test, with a number from the second one on
   */
  readonly name?: string;
  /** What may be different each time: texts, or what locators mean. It may not change its length. */
  readonly mask?: readonly (string | RegExp | Locator)[];
}

/** Compares the settled screen with its file, or writes the file. */
export async function matchScreen(
  context: MatcherContext,
  target: LocatorSource,
  options: ScreenSnapshotOptions,
): Promise<MatcherResult> {
  const { state } = target;
  if (context.isNot) throw new MuxError('INVALID_ARGUMENT', 'toMatchScreen has no opposite.');
  const file = context.testPath ?? callerFile() ?? process.argv[1] ?? 'screens';
  const path = claimedPath(state, snapshotPath(file, nameOf(state, context, options)));
  const snapshot = new Snapshot(state, path, updateMode(context), masksOf(options));
  const check = (look: Look): Promise<Finding> => snapshot.check(look);
  return runMatcher(context, {
    name: 'toMatchScreen',
    target,
    condition: { check, needsKernel: true },
    options,
    detail: relative(process.cwd(), path),
  });
}

class Snapshot {
  readonly #state: TerminalState;
  readonly #path: string;
  readonly #update: UpdateMode;
  readonly #masks: readonly LocatorQuery[];

  constructor(state: TerminalState, path: string, update: UpdateMode, masks: readonly LocatorQuery[]) {
    this.#state = state;
    this.#path = path;
    this.#update = update;
    this.#masks = masks;
  }

  async check(look: Look): Promise<Finding> {
    const expected = `the screen in ${relative(process.cwd(), this.#path)}`;
    const not = (received: string, more: Partial<Finding> = {}): Finding => ({
      pass: false,
      expected,
      received,
      ...more,
    });
    if (!isSettled(look) || !look.quiet) return not('a screen that has not settled');
    const text = this.#text(look);
    const kept = await readSnapshot(this.#path);
    if (kept === text) return { ...not('the same'), pass: true };
    const isWritten = this.#update === 'all' || (kept === undefined && this.#update === 'new');
    if (isWritten) {
      await writeSnapshot(this.#path, text);
      return { ...not('written'), pass: true };
    }
    if (kept === undefined) {
      return not('no such file', {
        hopeless: 'the snapshot is missing: run the test with --update, and commit the file',
      });
    }
    checkSnapshot(kept, this.#path);
    return not(`another screen (- the file, + now)\n${difference(kept, text)}`);
  }

  #text({ screen }: Look): string {
    const grid = this.#state.grid(screen);
    const masks = this.#masks.flatMap((query) => query.locate(grid).matches.map(({ place }) => place));
    return screenSnapshot(grid, { masks, hidden: hiddenPlaces(this.#state, grid) });
  }
}

function hiddenPlaces({ hidden }: TerminalState, { screen }: ScreenGrid): Place[] {
  return hidden
    .places(screen.rows)
    .map(({ row, column, length }) => [{ row, from: column, to: column + length }]);
}

function masksOf({ mask = [] }: ScreenSnapshotOptions): LocatorQuery[] {
  return mask.map((one) =>
    typeof one === 'string' || one instanceof RegExp ? new LocatorQuery().narrow(byText(one)) : one.query,
  );
}

/** How many snapshots a terminal has had that were given no name. */
const counts = new WeakMap<TerminalState, number>();

function nameOf(
  state: TerminalState,
  { currentTestName }: MatcherContext,
  { name }: ScreenSnapshotOptions,
): string {
  if (name !== undefined && name.trim() !== '') return name;
  if (currentTestName === undefined || name !== undefined) {
    throw new MuxError('INVALID_ARGUMENT', 'toMatchScreen does not know what to call its file.', {
      suggestion: "Give it a name: toMatchScreen({ name: 'start' }).",
    });
  }
  const count = (counts.get(state) ?? 0) + 1;
  counts.set(state, count);
  return count === 1 ? currentTestName : `${currentTestName} ${count}`;
}

/** Which terminal has used a file, so that two terminals of one test do not take turns with it. */
const users = new Map<string, WeakRef<TerminalState>>();

function claimedPath(state: TerminalState, path: string): string {
  const user = users.get(path)?.deref();
  if (user && user !== state && !user.isClosed) {
    throw new MuxError(
      'INVALID_ARGUMENT',
      `Two terminals use the snapshot ${relative(process.cwd(), path)}.`,
      {
        suggestion: "Give each a name: toMatchScreen({ name: 'left' }).",
      },
    );
  }
  users.set(path, new WeakRef(state));
  return path;
}

/** The lines that differ, each with the row it belongs to. */
function difference(before: string, now: string): string {
  const [old, fresh] = [blocks(before), blocks(now)];
  const keys = [...new Set([...old.keys(), ...fresh.keys()])];
  const changed = keys.filter((key) => old.get(key) !== fresh.get(key));
  return changed
    .flatMap((key) => [
      `${key}:`,
      ...(old.get(key) ?? '|').split('\n').map((line) => `  - ${line}`),
      ...(fresh.get(key) ?? '|').split('\n').map((line) => `  + ${line}`),
    ])
    .join('\n');
}

/** The header lines by their word, and each row with its styles by its number. */
function blocks(text: string): Map<string, string> {
  const found = new Map<string, string>();
  let row = -1;
  for (const line of text.trimEnd().split('\n')) {
    const key = `row ${line.startsWith('|') ? ++row : row}`;
    if (/^[|^]/.test(line))
      found.set(key, [found.get(key), line].filter((one) => one !== undefined).join('\n'));
    else found.set(line.split(' ')[0] ?? '', line);
  }
  return found;
}
