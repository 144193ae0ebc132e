// An installer is answered, as expect(1) would: a table says what it may ask and what to answer, in any order. Its
// password is in no log, its end is known by its exit code, and a question that nobody expected fails with the screen.
import assert from 'node:assert/strict';
import { connect, isMuxError, Runs } from 'muxwright';

/** Stands for an installer, for example `./install.run`. */
const installer = `
  printf 'Do you accept the license? [y/N] '; read -r yes; [ "$yes" = y ] || exit 1
  printf 'Folder [/opt/demo]: '; read -r folder
  stty -echo; printf 'Password for the service account: '; read -r password; stty echo; echo
  for percent in 20 60 100; do printf '\\rInstalling %s %%' "$percent"; done; echo
  echo "Installed to \${folder:-/opt/demo}, password of \${#password} characters"
  printf 'Start it now? [Y/n] '; read -r start; [ "$start" = n ] && echo 'Not started'`;

const answers: readonly (readonly [question: RegExp, answer: string, secret?: true])[] = [
  [/license/i, 'y'],
  [/folder/i, ''],
  [/password/i, 'correct horse', true],
  [/start it now/i, 'n'],
];

await using tmux = await connect('local?socket=demo');
await using runs = new Runs({ host: tmux, store: false });
const run = await runs.start(installer, { session: 'installer', timeoutMs: 60_000 });

for (;;) {
  const prompt = await run.waitForPrompt({ timeoutMs: 30_000 }).catch((error: unknown) => {
    if (isMuxError(error, 'RUN_ENDED')) return undefined;
    throw error; // TIMEOUT, for example: its message shows the screen
  });
  if (!prompt) break;
  const asked = prompt.prompt ?? '';
  const [, answer, secret = false] = answers.find(([question]) => question.test(asked)) ?? [];
  assert(answer !== undefined, `The installer asks something new: ${asked}`);
  console.log(`${asked} ${secret ? '****' : answer}`);
  await run.send(answer, { secret });
}

const { code } = await run.finished();
const log = (await run.harvest()).entries.map(({ text }) => text);
assert.equal(code, 0);
assert(log.includes('Installed to /opt/demo, password of 13 characters'), log.join('\n'));
assert(!log.join('\n').includes('correct horse'));
assert.equal(log.at(-1), 'Not started');

await (await tmux.findSession('installer'))?.kill();
