import { describe, expect as plain } from 'vitest';
import { isMuxError } from '../../../src/model/mux-error.js';
import { createExpect } from '../../../src/test/expect/expect.js';
import { terminalMatchers } from '../../../src/test/expect/terminal-matchers.js';
import type { Terminal } from '../../../src/test/terminal/terminal.js';
import { expect, test } from '../../../src/test/vitest.js';

test.use({ timeout: 120_000 });
const own = createExpect();

/** The message of what fails. */
async function failure(work: Promise<unknown>): Promise<string> {
  return work.then(
    () => 'nothing has failed',
    (error: Error) => error.message,
  );
}

/** A program that prints what it is told to by lines on its terminal. */
const echo = ['sh', '-c', 'stty -echo; while read -r line; do eval "$line"; done'];

async function tell(terminal: Terminal, line: string): Promise<void> {
  await terminal.type(line);
  await terminal.press('Enter');
}

describe('a matcher', () => {
  test('fails as soon as nothing can change any more, and tells what it saw', async ({ terminal }) => {
    await terminal.run(['bc', '-q']);
    await terminal.fill('6*7');
    await expect(terminal.row(1)).toHaveText('42');
    const begun = performance.now();
    const message = await failure(own(terminal.row(1)).toHaveText('43'));
    plain(performance.now() - begun).toBeLessThan(100_000);
    plain(message).toContain('toHaveText failed');
    plain(message).toContain('nothing can change any more');
    plain(message).toMatch(/bc \(\d+\) (watches|is blocked)/);
    plain(message).toContain('Expected  "43"');
    plain(message).toContain('Received  "42"');
    plain(message).toMatch(/▶ +1 \|42/);
    plain(message).toMatch(/fill "6\*7" → echoed/);
    plain(message).toContain('waiting.test.ts:');
  });

  test('waits on while a process in the background can still print', async ({ terminal }) => {
    await terminal.run(['sh', '-c', '(sleep 2; echo late) & read -r line']);
    await expect(terminal.getByText('late')).toBeVisible();
  });

  test('fails when the program has ended', async ({ terminal }) => {
    await terminal.run(['sh', '-c', 'echo done; exit 3']);
    const message = await failure(own(terminal.getByText('never')).toBeVisible());
    plain(message).toContain('the program has ended');
    plain(message).toContain('exit code 3');
    plain(await failure(own(terminal).toHaveExited({ code: 0 }))).toContain('Received  exit code 3');
  });

  test('lists both where a locator means two things', async ({ terminal }) => {
    await terminal.run(['sh', '-c', 'echo one fish; echo two fish; read -r line']);
    await expect(terminal.getByText('two fish')).toBeVisible();
    const message = await failure(own(terminal.getByText('fish')).toBeVisible());
    plain(message).toContain('2 matches');
    plain(message).toMatch(/"fish" in row 0, column 4\n.*"fish" in row 1, column 4/);
    await expect(terminal.getByText('fish').last()).toBeVisible();
    const neither = await failure(own(terminal.getByText('fish')).not.toBeVisible());
    plain(neither).toContain('2 matches');
  });

  test('counts with `new` only what was painted since the last action', async ({ terminal }) => {
    await terminal.run(echo);
    await tell(terminal, 'echo saved');
    await expect(terminal.getByText('saved')).toBeVisible({ new: true });
    await tell(terminal, 'true');
    plain(await failure(own(terminal.getByText('saved')).toBeVisible({ new: true }))).toContain('new');
    await tell(terminal, 'printf "\\033[2J\\033[H"; echo more');
    await tell(terminal, 'echo saved');
    await expect(terminal.getByText('saved')).toBeVisible({ new: true });
  });

  test('finds with `full` what has scrolled off', async ({ terminal }) => {
    await terminal.run(['sh', '-c', 'seq 1 100; read -r line']);
    await expect(terminal.getByText('100')).toBeVisible();
    plain(await failure(own(terminal.getByText(/^7$/)).toBeVisible())).toContain('nothing');
    await expect(terminal.getByText(/^7$/)).toBeVisible({ full: true });
  });

  test('passes with `.not` once it is gone', async ({ terminal }) => {
    await terminal.run(['sh', '-c', 'echo wait; read -r line; printf "\\033[2J"; sleep 100']);
    await expect(terminal.getByText('wait')).toBeVisible();
    await terminal.press('Enter');
    await expect(terminal.getByText('wait')).not.toBeVisible();
  });

  test('looks once for a burst of output, and not while nothing happens', async ({ terminal }) => {
    await terminal.run(['sh', '-c', 'seq 1 5000; sleep 1; echo end; read -r line']);
    await expect(terminal.getByText('end')).toBeVisible();
    const { looks = {} } = terminal.actions.at(-1) ?? {};
    const all = Object.values(looks).reduce((sum, count) => sum + count, 0);
    plain(all).toBeLessThan(200);
    plain(looks.silence).toBeUndefined();
  });
});

describe('a test from which an action is left out', () => {
  const keys = ['2', '*', '3', 'Enter', '4', 'Enter'];

  test('fails, whichever it is', async ({ launch }) => {
    const outcomes = [-1, ...keys.keys()].map(async (left) => {
      const terminal = await launch(['bc', '-q']);
      for (const [at, key] of keys.entries()) if (at !== left) await terminal.press(key);
      return failure(own(terminal).toHaveText('2*3\n6\n4\n4'));
    });
    const [whole, ...lacking] = await Promise.all(outcomes);
    plain(whole).toBe('nothing has failed');
    for (const message of lacking) plain(message).toContain('toHaveText failed');
  });
});

describe('toStayHidden', () => {
  test('holds until the program waits again, and fails when it was seen', async ({ terminal }) => {
    await terminal.run(echo);
    const panic = terminal.getByText('panic');
    await expect(panic).toStayHidden({ while: () => tell(terminal, 'echo fine') });
    const seen = await failure(own(panic).toStayHidden({ while: () => tell(terminal, 'echo panic') }));
    plain(seen).toContain('it was seen');
  });
});

describe('toPass, soft and own matchers', () => {
  test('a block is tried again until it passes', async ({ terminal }) => {
    await terminal.run(echo);
    let tries = 0;
    await expect(async () => {
      tries++;
      await tell(terminal, 'echo again');
      await expect(terminal.row(2)).toHaveText('again', { timeout: 0 });
    }).toPass({ timeout: 120_000 });
    plain(tries).toBeGreaterThanOrEqual(2);
  });

  test('a soft failure is told when the terminal is closed', async ({ launch }) => {
    const terminal = await launch(['sh', '-c', 'exit 0']);
    await expect(terminal).toHaveExited();
    await own.soft(terminal).toHaveTitle('nothing has this title');
    plain(terminal.state.softFailures.splice(0).map(String).join()).toContain('toHaveTitle failed');
  });

  test('a matcher of a test waits as the others do', async ({ terminal }) => {
    const mine = createExpect();
    mine.extend(
      terminalMatchers({
        async toCount(one: Terminal, lines: number) {
          const received = (await one.text()).split('\n').length;
          return { pass: received === lines, received: String(received), expected: String(lines) };
        },
      }),
    );
    await terminal.run(['sh', '-c', 'echo 1; sleep 1; echo 2; read -r line']);
    const expectation = mine(terminal) as unknown as { toCount(lines: number): Promise<void> };
    await expectation.toCount(2);
    plain(await failure(expectation.toCount(3))).toContain('Expected  3');
  });
});

describe('an input', () => {
  test('waits until the program reads', async ({ terminal }) => {
    await terminal.run(['sh', '-c', 'sleep 1; stty -echo; read -r line; echo "got $line"']);
    await terminal.type('early');
    await terminal.press('Enter');
    await expect(terminal.getByText('got early')).toBeVisible();
  });

  test('is not sent when its target has changed', async ({ terminal }) => {
    await terminal.run(['sh', '-c', 'echo target; read -r line; clear; echo other; read -r line']);
    await terminal.getByText('target').press('Enter');
    await expect(terminal.getByText('other')).toBeVisible();
    const gone = terminal.getByText('target').press('Enter');
    const error = await gone.then(
      () => undefined,
      (reason: unknown) => reason,
    );
    plain(isMuxError(error, 'LOCATOR_NOT_FOUND')).toBe(true);
    await expect(terminal).toBeWaiting({ kind: 'line' });
  });

  test('has a receipt of what became of it', async ({ terminal }) => {
    await terminal.run(['bash', '--norc']);
    const [receipt] = await terminal.press('a');
    await expect(terminal.getByText(/[$#] a$/)).toBeVisible();
    plain(receipt).toMatchObject({
      bytes: 1,
      readAfterMs: plain.any(Number),
      paintedAfterMs: plain.any(Number),
    });
  });
});
