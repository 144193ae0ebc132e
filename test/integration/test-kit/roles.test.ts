import { describe } from 'vitest';
import { expect, test } from '../../../src/test/vitest.js';

// On a busy machine everything takes ten times as long.
test.use({ timeout: 120_000 });

const menu = [
  'whiptail',
  '--menu',
  'Choose a fruit',
  '15',
  '50',
  '4',
  'a',
  'Apple',
  'b',
  'Banana',
  'c',
  'Cherry',
];
const checklist = [
  'whiptail',
  '--checklist',
  'Toppings',
  '15',
  '50',
  '2',
  'cheese',
  'Cheese',
  'off',
  'ham',
  'Ham',
  'off',
];

describe('elements by their roles', () => {
  test('an option is selected by its name, and nothing else', async ({ terminal }) => {
    await terminal.run([
      'sh',
      '-c',
      `choice=$(whiptail --menu Fruit 15 50 4 a Apple b Banana c Cherry 3>&1 1>&2 2>&3); echo "took $choice"`,
    ]);
    await terminal.getByRole('option', { name: 'Cherry' }).select();
    await expect(terminal.getByText('took c')).toBeVisible();
  });

  test('a checkbox is ticked where it is found by its name', async ({ terminal }) => {
    await terminal.run(checklist);
    const ham = terminal.getByRole('checkbox', { name: 'ham' });
    await expect(terminal.getByRole('checkbox', { checked: true })).not.toBeVisible();
    await ham.select();
    await expect(terminal.getByRole('checkbox', { name: 'ham', checked: true })).toBeVisible();
  });

  test('the tree of a dialog is compared in parts', async ({ terminal }) => {
    await terminal.run(['whiptail', '--yesno', 'Delete everything?', '10', '40']);
    await expect(terminal).toMatchTree('- dialog:\n  - button "Yes" [focused]\n  - button "No"');
    await terminal.getByRole('button', { name: 'No' }).select();
    await expect(terminal).toHaveExited({ code: 1 });
  });

  test('what is not there is told with what is nearest', async ({ terminal }) => {
    await terminal.run(menu);
    await expect(terminal.getByRole('option', { name: 'Apple' })).toBeVisible();
    const plum = terminal.getByRole('option', { name: 'Plum' });
    const failure = await plum.select({ timeout: 200 }).catch((error: unknown) => error);
    expect(failure).toMatchObject({
      code: 'LOCATOR_NOT_FOUND',
      message: expect.stringContaining('option "'),
    });
    const all = terminal.getByRole('option');
    const several = await all.select({ timeout: 200 }).catch((error: unknown) => error);
    expect(several).toMatchObject({ code: 'LOCATOR_AMBIGUOUS' });
    expect(() => terminal.getByRole('knob' as never)).toThrow("'knob' is not a role.");
    await expect(terminal.row(0).select({ timeout: 1_000 })).rejects.toMatchObject({
      code: 'INVALID_ARGUMENT',
    });
  });
});
