import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openHost } from '../../../src/hosts/open-host.js';
import { runRemains } from '../../../src/runs/run-remains.js';
import { sized } from '../../soak.js';

it('reads what runs left also while other runs make and remove files', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'mux-busy-'));
  await writeFile(join(folder, 'stays.exit'), '3');
  const churn = 'cd -- "$1"; names=$(seq -f gone%g.jobs 300); while :; do touch $names; rm -f $names; done';
  const busy = spawn('sh', ['-c', churn, 'sh', folder], { stdio: 'ignore', detached: true });
  const host = await openHost('local');
  try {
    for (let i = 0; i < sized(150, 2_000); i++) {
      const remains = await runRemains(host, [folder]);
      expect(remains.map(({ id }) => id)).toContain('stays');
    }
  } finally {
    if (busy.pid !== undefined) process.kill(-busy.pid, 'SIGKILL');
    await once(busy, 'exit');
    await host.close();
    await rm(folder, { recursive: true, maxRetries: 10 });
  }
});
