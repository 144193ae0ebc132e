import { ErrorCode, type Progress } from '@modelcontextprotocol/sdk/types.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { allOperations } from '../../../src/operations/families.js';
import { type OpenMcp, openMcp } from './open-mcp.js';

let mcp: OpenMcp;
beforeAll(async () => {
  mcp = await openMcp();
});
afterAll(() => mcp[Symbol.asyncDispose]());

describe('tools over MCP', () => {
  it('are listed with titles, schemas and hints, and none of the usual ones ends or removes something', async () => {
    const { tools } = await mcp.client.listTools();
    const operations = await allOperations();
    expect(tools.length).toBeGreaterThanOrEqual(15);
    for (const { name, title, description, inputSchema, outputSchema, annotations } of tools) {
      const operation = operations.find((one) => one.name.replace('.', '_') === name);
      expect(title).toBe(operation?.summary);
      expect(description).not.toContain('run.');
      expect(inputSchema).toMatchObject({ type: 'object', additionalProperties: false });
      expect(outputSchema).toMatchObject({ type: 'object' });
      expect(annotations?.readOnlyHint).toBe(operation?.effect === 'read');
      expect(operation?.effect).not.toBe('destroy');
    }
    const hints = Object.fromEntries(tools.map(({ name, annotations }) => [name, annotations]));
    expect(hints.run_output).toMatchObject({
      readOnlyHint: true,
      destructiveHint: false,
      idempotentHint: true,
    });
    // Whatever the command does.
    expect(hints.run_start).toMatchObject({
      readOnlyHint: false,
      destructiveHint: true,
      openWorldHint: true,
    });
  });

  it('give an answer that fits its schema, and a text to read', async () => {
    const answer = await mcp.client.callTool({
      name: 'run_complete',
      arguments: { command: 'seq 3; exit 7' },
    });
    expect(answer.structuredContent).toMatchObject({ state: 'finished', code: 7, output: '1\n2\n3' });
    expect(answer.content).toEqual([
      { type: 'text', text: expect.stringMatching(/^output: <<(untrusted-\w+) .*\n1\n2\n3\n\1>>$/m) },
    ]);
  });

  it('say what is wrong with a call, with the code that every face gives, and what to do', async () => {
    expect(await mcp.mistake('pane_screen', { target: 'nobody' })).toMatch(
      /^TARGET_NOT_FOUND: 'nobody' .*\n./,
    );
    expect(await mcp.mistake('pane_screen', {})).toMatch(
      /^INVALID_ARGUMENT: 'target' of pane.screen is missing/,
    );
    expect(await mcp.mistake('pane_screen', { target: 7 })).toMatch(/^INVALID_ARGUMENT: .*must be a string/);
    expect(await mcp.mistake('pane_screen', { traget: '%0' })).toMatch(
      /^INVALID_ARGUMENT: 'traget' is not a field of pane.screen\.\nDid you mean 'target'\?/,
    );
    expect(await mcp.mistake('run_complete', { command: 'true', host: 'ftp://x' })).toMatch(
      /^INVALID_ADDRESS: /,
    );
    const data = (await mcp.client.callTool({ name: 'run_status', arguments: { run: 'none' } }))._meta;
    expect(data?.['muxwright/error']).toMatchObject({
      code: 'RUN_NOT_FOUND',
      suggestion: expect.any(String),
    });
  });

  it('are refused where there is no such tool, or it was not asked for', async () => {
    const refused = { code: ErrorCode.InvalidParams };
    await expect(mcp.call('run_strat')).rejects.toMatchObject({
      ...refused,
      message: expect.stringContaining("Did you mean 'run_start'?"),
      data: expect.objectContaining({ code: 'INVALID_ARGUMENT' }),
    });
    await expect(mcp.call('pane_kill', { target: '%0' })).rejects.toMatchObject(refused);
    await expect(mcp.call('x'.repeat(1_000_000))).rejects.toMatchObject(refused);
  });

  it('answer 20 calls at once, each with its own answer', async () => {
    const numbers = Array.from({ length: 20 }, (_, n) => n);
    const answers = await Promise.all(
      numbers.map((n) => mcp.call('run_complete', { command: `echo number ${n}`, stopAtPrompt: false })),
    );
    expect(answers.map(({ output }) => output)).toEqual(numbers.map((n) => `number ${n}`));
  });

  it('tell how far a wait is, and go on to its end', async () => {
    const { id } = await mcp.call('run_start', {
      command: 'read -r line; echo "got $line"',
      interactive: false,
    });
    const heard: Progress[] = [];
    let tellTwice = (): void => {};
    const twice = new Promise<void>((resolve) => {
      tellTwice = resolve;
    });
    const waited = mcp.client.callTool(
      { name: 'run_wait', arguments: { run: id, timeoutMs: 0 } },
      undefined,
      {
        timeout: 60_000,
        resetTimeoutOnProgress: true,
        onprogress: (progress) => {
          heard.push(progress);
          // The first is what the operation says; the next, that it still waits.
          if (heard.length === 2) tellTwice();
        },
      },
    );
    await twice;
    await mcp.call('run_input', { run: id, text: 'it' });
    expect((await waited).structuredContent).toMatchObject({ state: 'finished', code: 0 });
    expect(heard.map(({ progress }) => progress)).toEqual(heard.map((_, index) => index + 1));
    expect(heard[0]?.message).toBe(`waiting for the end of run ${id}`);
    expect(heard[1]?.message).toMatch(/^waiting for the end of run \S+ \(\d+ s\)$/);
  });

  it('stop waiting when they are cancelled; the run goes on', async () => {
    const { id } = await mcp.call('run_start', {
      command: 'read -r line; echo "got $line"',
      interactive: false,
    });
    const caller = new AbortController();
    const waiting = mcp.client.callTool(
      { name: 'run_wait', arguments: { run: id, timeoutMs: 0 } },
      undefined,
      {
        signal: caller.signal,
        timeout: 600_000,
        onprogress: () => caller.abort(new Error('had enough')),
      },
    );
    await expect(waiting).rejects.toThrow('had enough');
    await mcp.call('run_input', { run: id, text: 'it' });
    expect(await mcp.call('run_wait', { run: id })).toMatchObject({ state: 'finished' });
    const { lines } = await mcp.call('run_output', { run: id });
    expect(lines).toContainEqual({ time: expect.any(String), text: 'got it' });
    expect(mcp.complaints()).toBe('');
  });

  it('give long outputs piece by piece, and all of them', async () => {
    const { id } = await mcp.call('run_complete', { command: 'seq 20000', maxBytes: 2_000 });
    const lines: string[] = [];
    let [cursor, hasMore] = [0, true];
    while (hasMore) {
      const part = await mcp.call('run_output', { run: id, cursor, maxBytes: 1_000_000 });
      expect(JSON.stringify(part).length).toBeLessThan(256 * 1024);
      lines.push(...(part.lines as { text: string }[]).map(({ text }) => text));
      [cursor, hasMore] = [part.cursor as number, part.hasMore as boolean];
    }
    expect(lines).toEqual(Array.from({ length: 20_000 }, (_, n) => String(n + 1)));
  });
});
