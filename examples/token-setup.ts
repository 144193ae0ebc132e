// Token setup: a command prints an address, asks for a code and shows a token once. The flow talks to it, keeps the
// token encrypted, and leaves it nowhere else: not in the log, not on the screen.
//
// With the real Claude Code, leave `command` out and ask a person for the code.
import assert from 'node:assert/strict';
import { connect, Runs } from 'muxwright';
import { claudeTokenFlow } from 'muxwright/runs';
import { openStore } from 'muxwright/store';

/** Stands for `claude setup-token`, which needs an account. */
const standIn = `
  echo 'Sign in at https://claude.ai/oauth/authorize?client_id=demo&state=4711'
  printf 'Paste code here if prompted > '; read -r code
  if [ "$code" != from-the-browser ]; then echo 'This code is wrong.'; exit 1; fi
  echo "Your OAuth token (valid for 1 year): sk-ant-oat01-$(printf 'abcdefgh%.0s' 1 2 3 4 5 6)"`;

await using store = await openStore({ path: ':memory:' });
await using tmux = await connect('local?socket=demo');
await using runs = new Runs({ host: tmux, store });

const { runId, values, credentials } = await runs.runFlow(
  { ...claudeTokenFlow, command: standIn },
  {
    session: 'token-setup',
    inputs: {
      code: ({ values }) => {
        console.log(`A person signs in at ${values.url}`);
        return 'from-the-browser';
      },
    },
  },
);

const token = await store.credentials.get(credentials[0] ?? '');
assert.match(token?.value ?? '', /^sk-ant-oat01-(abcdefgh){6}$/);
assert.equal(values.token, undefined, 'what is secret is no value of the result');

const { lines } = await runs.output(runId);
assert(!lines.some((line) => line.includes('abcdefgh')), 'the log must not have the token');
console.log(
  `Kept ${token?.agent} / ${token?.name}; the log says: ${lines.find((line) => line.includes('OAuth'))}`,
);

await (await tmux.findSession('token-setup'))?.kill();
