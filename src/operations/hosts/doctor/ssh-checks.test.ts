import { describe, expect, it } from 'vitest';
import { agentReport } from './ssh-checks.js';

describe('agentReport', () => {
  const stdout = Buffer.from('256 SHA256:x a (ED25519)\n256 SHA256:y b (ED25519)\n');

  it.each([
    [{ code: 0, stdout }, 'ok', 'holds 2 keys'],
    [{ code: 1, stdout }, 'warning', 'The agent holds no key, so keys with a passphrase cannot be used.'],
    [{ code: 2, stdout }, 'warning', 'No agent is running, so keys with a passphrase cannot be used.'],
    [undefined, 'warning', 'No agent is running, so keys with a passphrase cannot be used.'],
  ])('tells keys, no keys and no agent apart', (result, status, detail) => {
    expect(agentReport(result)).toMatchObject({ status, detail });
  });
});
