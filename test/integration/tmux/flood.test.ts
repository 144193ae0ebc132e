import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { isolatedTmux } from '../../../src/testing/isolated-tmux.js';
import { compiledProgram } from '../compiled-source.js';

const reader = await compiledProgram(new URL('./fixtures/slow-flood-reader.ts', import.meta.url));
const MEGABYTE = 1024 * 1024;

describe('a flood of output', () => {
  it('fills no memory, keeps tmux answering, and is announced as a gap where the reader is slow', async () => {
    await using server = await isolatedTmux();
    const args = [reader, server.address, '100'];
    const { stdout } = await promisify(execFile)(process.execPath, args);
    const seen = JSON.parse(stdout) as Record<string, number> & { gaps: Record<string, number> };
    expect(Object.keys(seen.gaps).length, stdout).toBeGreaterThan(0);
    expect(seen.dropped ?? 0).toBeGreaterThan(0);
    expect(seen.read ?? 0).toBeGreaterThan(0);
    expect(seen.maxRss).toBeLessThan(200 * MEGABYTE);
    expect(seen.maxServerKb).toBeLessThan(100 * 1024);
    // Each was answered within the usual deadline, or the reader would have failed.
    expect(seen.commands).toBeGreaterThan(20);
  }, 600_000);
});
