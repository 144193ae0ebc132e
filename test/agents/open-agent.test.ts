import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { processesOf } from '../end-processes.js';
import { loopbackOnly } from './loopback-only.js';
import { openAgent } from './open-agent.js';

describe.each(['claude', 'codex'] as const)('the real %s', (name) => {
  it('starts without a dialog, and leaves nothing behind', async () => {
    const agent = await openAgent(name);
    expect(await processesOf(agent.home)).not.toEqual([]);
    await agent[Symbol.asyncDispose]();
    expect(await processesOf(agent.home)).toEqual([]);
    expect(existsSync(agent.home)).toBe(false);
  });
});

describe('the network of an agent', () => {
  it('has nothing but loopback', async ({ skip }) => {
    const network = await loopbackOnly();
    if (!network) skip('this system gives us no network of its own');
    const [program = '', ...args] = [...(network?.first ?? []), 'ip', '-o', 'link'];
    const { stdout } = await promisify(execFile)(program, args);
    expect(stdout.trim().split('\n')).toEqual([expect.stringMatching(/^1: lo: .*UP/)]);
  });
});
