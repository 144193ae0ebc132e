import { describe, expect, it } from 'vitest';
import { Secret } from '../secret.js';
import type { Action, Wait } from './action.js';
import { lineText, writeTest } from './write-test.js';

const action = (one: Action): string => lineText({ kind: 'action', action: one });
const wait = (one: Wait): string => lineText({ kind: 'wait', wait: one });

describe('a written test', () => {
  it('has only the options that are not the usual ones', () => {
    const plan = { command: ['sh', '-c', "echo 'hi'"], size: [80, 24] } as const;
    const test = { plan, name: 'says hi', runner: 'vitest', lines: [] } as const;
    expect(writeTest(test)).toBe(`import { expect, test } from 'muxwright/test/vitest';

test('says hi', async ({ terminal }) => {
  await terminal.run(['sh', '-c', "echo 'hi'"]);
});
`);
    const wide = { ...plan, size: [100, 30] as const, cwd: '~', env: { A: 'b' } };
    expect(writeTest({ ...test, plan: wide, runner: 'node' })).toContain(
      "it.use({ size: [100, 30], cwd: '~', env: { A: 'b' } });",
    );
  });

  it('has the name of a secret, and nothing of its value', () => {
    const fill: Action = { kind: 'fill', text: new Secret('TOKEN', 'abc123') };
    const plan = { command: ['x'], size: [80, 24] } as const;
    const text = writeTest({ plan, name: 'x', runner: 'vitest', lines: [{ kind: 'action', action: fill }] });
    expect(text).toContain("import { expect, secret, test } from 'muxwright/test/vitest';");
    expect(text).toContain("await terminal.fill(secret('TOKEN'));");
    expect(text).not.toContain('abc123');
  });

  it('has each action and each wait as a person writes them', () => {
    const at = [3, 4] as const;
    expect([
      action({ kind: 'press', keys: ['Down', "'"] }),
      action({ kind: 'type', text: 'a\\b\n' }),
      action({ kind: 'select', element: { role: 'option', name: 'Vue' } }),
      action({ kind: 'click', target: { text: 'OK', exact: true }, at, button: 'left' }),
      action({ kind: 'click', target: undefined, at, button: 'right' }),
      action({ kind: 'wheel', direction: 'down', at, times: 3 }),
      action({ kind: 'resize', size: [60, 20] }),
      wait({ kind: 'role', element: { role: 'button', name: 'Yes', exact: true, focused: true } }),
      wait({ kind: 'text', text: { text: 'done' }, isNew: true }),
      wait({ kind: 'gone', text: { text: 'busy' } }),
      wait({ kind: 'title', title: 'mc' }),
      wait({ kind: 'exit', code: 3 }),
    ]).toEqual([
      `await terminal.press('Down', "'");`,
      "await terminal.type('a\\\\b\\n');",
      "await terminal.getByRole('option', { name: 'Vue' }).select();",
      "await terminal.getByText('OK', { exact: true }).click();",
      "await terminal.mouse.click([3, 4], { button: 'right' });",
      "await terminal.mouse.wheel('down', { at: [3, 4], times: 3 });",
      'await terminal.resize(60, 20);',
      "await expect(terminal.getByRole('button', { name: 'Yes', exact: true, focused: true })).toBeVisible();",
      "await expect(terminal.getByText('done')).toBeVisible({ new: true });",
      "await expect(terminal.getByText('busy')).not.toBeVisible();",
      "await expect(terminal).toHaveTitle('mc');",
      'await expect(terminal).toHaveExited({ code: 3 });',
    ]);
  });
});
