import { expect, it } from 'vitest';
import { runClientsLab } from '../../labs/clients/run-clients-lab.js';
import { sized } from '../../soak.js';

/** Where a handshake comes in pieces tmux 3.3a crashes about ten times a minute. The whole lab: `npm run lab -- clients`. */
it('does not crash when the clients of several processes come and go, and sessions with them', async () => {
  const report = await runClientsLab({ durationMs: sized(15_000, 300_000), processes: 3 });
  expect(report.crashes).toBe(0);
  expect(report.clients).toBeGreaterThan(0);
}, 600_000);
