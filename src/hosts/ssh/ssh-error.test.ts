import { expect, test } from 'vitest';
import { noShell, sshError } from './ssh-error.js';

/** What OpenSSH 9.2 really prints. */
const SAID = {
  unresolved: 'ssh: Could not resolve hostname nosuch.invalid: Name or service not known\r\n',
  refused: 'ssh: connect to host 127.0.0.1 port 1: Connection refused\r\n',
  timedOut: 'ssh: connect to host 10.255.255.1 port 22: Connection timed out\r\n',
  bannerTimedOut:
    'Connection timed out during banner exchange\r\nConnection to 127.0.0.1 port 4242 timed out\r\n',
  noRoute: 'ssh: connect to host 10.0.0.1 port 22: No route to host\r\n',
  unknownKey:
    'No ED25519 host key is known for [127.0.0.1]:4242 and you have requested strict checking.\r\nHost key verification failed.\r\n',
  changedKey: `@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@\r
@    WARNING: REMOTE HOST IDENTIFICATION HAS CHANGED!     @\r
@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@\r
IT IS POSSIBLE THAT SOMEONE IS DOING SOMETHING NASTY!\r
Host key for [127.0.0.1]:4242 has changed and you have requested strict checking.\r
Host key verification failed.\r\n`,
  denied: 'root@127.0.0.1: Permission denied (publickey).\r\n',
  tooMany:
    'Received disconnect from 127.0.0.1 port 4242:2: Too many authentication failures\r\nDisconnected from 127.0.0.1 port 4242\r\n',
  badConfig:
    '/tmp/c: line 1: Bad configuration option: nonsense\r\n/tmp/c: terminating, 1 bad configuration options\r\n',
  closedEarly:
    'kex_exchange_identification: Connection closed by remote host\r\nConnection closed by 127.0.0.1 port 4242\r\n',
  noCipher:
    'Unable to negotiate with 127.0.0.1 port 4242: no matching cipher found. Their offer: aes256-ctr\r\n',
};

test.each([
  [SAID.unresolved, 'its name cannot be resolved'],
  [SAID.refused, 'nothing listens on that port'],
  [SAID.timedOut, 'it did not answer in time'],
  [SAID.bannerTimedOut, 'it did not answer in time'],
  [SAID.noRoute, 'there is no way to it through the network'],
  [SAID.unknownKey, 'its host key is not known yet'],
  [SAID.changedKey, 'its host key is not the one that is known'],
  [SAID.denied, 'it accepts none of the keys that were offered'],
  [SAID.tooMany, 'it refused after too many keys were offered'],
  [SAID.badConfig, 'ssh does not accept its configuration file'],
  [SAID.closedEarly, 'it closed the connection before the login'],
  [SAID.noCipher, 'client and server share no key type or cipher'],
])('%j becomes a sentence', (stderr, sentence) => {
  const error = sshError('ssh://box', stderr);
  expect(error).toMatchObject({
    code: 'HOST_UNREACHABLE',
    message: `ssh://box cannot be reached: ${sentence}.`,
  });
  expect(error.suggestion).toMatch(/\.$/);
});

test('every known reason has its own sentence', () => {
  const messages = Object.values(SAID).map((stderr) => sshError('ssh://box', stderr).message);
  // Two of the texts are about time.
  expect(new Set(messages).size).toBe(messages.length - 1);
});

test('words that are not known are shown as they are', () => {
  expect(sshError('ssh://box', 'the moon is full.\r\n').message).toBe(
    'ssh://box cannot be reached: the moon is full.',
  );
});

test('an ssh that says nothing still gives a sentence', () => {
  expect(sshError('ssh://box', '').message).toBe('ssh://box cannot be reached: ssh gave no reason.');
});

test('an account without a shell is told from a machine out of reach', () => {
  const error = noShell('ssh://box', 1, 'This account is currently not available.\n');
  expect(error.message).toBe(
    'ssh://box lets us in but runs no commands: This account is currently not available.',
  );
});
