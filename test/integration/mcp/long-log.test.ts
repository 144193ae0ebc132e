import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type OpenMcp, openMcp } from './open-mcp.js';

let mcp: OpenMcp;
beforeAll(async () => {
  mcp = await openMcp('--tools', 'default');
});
afterAll(() => mcp[Symbol.asyncDispose]());

/** Lines of all lengths, with letters of several bytes and spaces that must stay. */
const lineOf = (n: number): string => [n, ' ü 日本  ', '='.repeat((n * 7919) % 3000), ' |'].join('');
/** Together a little more than five megabytes. */
const LINES = 3_400;
const PROGRAM = `const lineOf = ${lineOf}; for (let n = 0; n < ${LINES}; n++) console.log(lineOf(n));`;

interface Piece {
  readonly lines: readonly { readonly text: string }[];
  readonly cursor: number;
  readonly hasMore: boolean;
}

/** All of a log, by one call after the other. */
async function readWhole(tool: string, which: Record<string, unknown>): Promise<string> {
  const parts: string[] = [];
  for (let [cursor, hasMore] = [0, true]; hasMore; ) {
    const answer = await mcp.call(tool, { ...which, cursor, form: 'raw', maxBytes: 32_768 });
    const piece = answer as unknown as Piece;
    expect(Buffer.byteLength(JSON.stringify(answer))).toBeLessThan(128 * 1024);
    expect(piece.cursor).toBeGreaterThan(cursor);
    parts.push(...piece.lines.map(({ text }) => `${text}\n`));
    ({ cursor, hasMore } = piece);
  }
  return parts.join('');
}

describe('a log of five megabytes', () => {
  it('is read over MCP by its cursor, every byte of it, as a run and as a worker', async () => {
    const spawned = { name: 'long', command: [process.execPath, '-e', PROGRAM], login: false };
    const { runId } = await mcp.call('worker_spawn', spawned);
    await mcp.call('worker_wait', { name: 'long', timeoutMs: 0 });
    const printed = Array.from({ length: LINES }, (_, n) => `${lineOf(n)}\n`).join('');
    const whole = fingerprint(printed);
    expect(whole.bytes).toBeGreaterThan(5_000_000);
    expect(fingerprint(await readWhole('run_output', { run: runId }))).toEqual(whole);
    expect(fingerprint(await readWhole('worker_logs', { name: 'long' }))).toEqual(whole);
  });
});

/** Nobody wants to see five megabytes where they differ. */
function fingerprint(text: string): { bytes: number; hash: string } {
  return { bytes: Buffer.byteLength(text), hash: createHash('sha256').update(text).digest('hex') };
}
