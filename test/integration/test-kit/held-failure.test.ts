import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { compiledProgram } from '../compiled-source.js';

const run = promisify(execFile);

it('MUX_TEST_HOLD=failure leaves the terminal of a failed test, and says how to attach and how to end it', async () => {
  const program = await compiledProgram(new URL('./fixtures/held-failure.ts', import.meta.url));
  const env = { ...process.env, MUX_TEST_HOLD: 'failure' };
  const { stderr } = await run(process.execPath, [program], { env, timeout: 240_000 });
  const attach = /attach +(.*tmux -L (\S+) attach -t (\S+))\n/.exec(stderr);
  const end = /end it +(.*tmux -L \S+ kill-server)\n/.exec(stderr)?.[1] ?? '';
  expect(attach?.[1]).toBeDefined();
  const [, , socket = '', session = ''] = attach ?? [];
  try {
    // The runner is gone, and the program is not.
    const { stdout } = await run('tmux', ['-L', socket, 'capture-pane', '-p', '-t', session]);
    expect(stdout).toContain('still here');
    expect(existsSync(join(tmpdir(), socket))).toBe(true);
  } finally {
    await run('sh', ['-c', end]);
  }
  await expect.poll(() => existsSync(join(tmpdir(), socket))).toBe(false);
});
