// A login is tested with node:test: the kernel says whether a password or a line is asked, the password is in no message,
// and the test shows what a failure looks like.
import assert from 'node:assert/strict';
import { it, secret } from 'muxwright/test/node';

/** Stands for your program. */
const login = `
  printf 'User: '; read -r user
  stty -echo; printf 'Password: '; read -r password; stty echo; echo
  [ "$password" = 'correct horse' ] || { echo 'Wrong password.'; exit 1; }
  echo "Welcome, $user."`;

process.env.LOGIN_PASSWORD = 'correct horse';
it.use({ timeout: 60_000 });

it('welcomes a user who knows the password', async ({ terminal, expect }) => {
  await terminal.run(['sh', '-c', login]);
  await terminal.fill('ada');
  await expect(terminal).toBeWaiting({ kind: 'password' });
  await terminal.fill(secret('LOGIN_PASSWORD'));
  await expect(terminal.getByText('Welcome, ada.')).toBeVisible();
  await expect(terminal).toHaveExited({ code: 0 });
});

it('says why an expectation does not hold', async ({ terminal, expect }) => {
  await terminal.run(['sh', '-c', login]);
  await terminal.fill('ada');
  await terminal.fill('guess');
  const failure: unknown = await expect(terminal.getByText('Welcome'))
    .toBeVisible()
    .catch((error) => error);
  assert.match(String(failure), /the program has ended\n {2}exit code 1/);
  assert.match(String(failure), /Wrong password/);
  assert.doesNotMatch(String(failure), /guess/);
});
