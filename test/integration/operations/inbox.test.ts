import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '../agents/asking-agent.js';
import { type Answer, type OpenOperations, openOperations } from './open-operations.js';

const program = fileURLToPath(new URL('../server/fixtures/changing-question.mjs', import.meta.url));

let here: OpenOperations;
let folder: string;
beforeAll(async () => {
  here = await openOperations();
  folder = await mkdtemp(join(tmpdir(), 'muxwright-inbox-'));
});
afterAll(async () => {
  await here[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true });
});

function asking(form: string): readonly string[] {
  const told = { log: join(folder, 'answers.jsonl'), form, commands: ['ls -la', 'other'] };
  return [process.execPath, program, JSON.stringify(told)];
}

async function start(command: string | readonly string[], more: object = {}): Promise<string> {
  const input = { command, host: here.host, login: false, interactive: false, ...more };
  return (await here.call('run.start', input)).id;
}

async function itemOf(id: string): Promise<Answer> {
  return eventually(async () => {
    const { items } = await here.call('inbox.list', { host: here.host });
    return items.find((item: Answer) => item.id === id);
  });
}

describe('the inbox', () => {
  it('has a worker under its name, with its command beside', async () => {
    const command = `printf 'Deploy to production? [y/N] '; read -r answer; echo "$answer"; sleep 60`;
    const { runId } = await here.call('worker.spawn', {
      name: 'deploy',
      command,
      host: here.host,
      login: false,
    });
    expect(await itemOf(runId)).toMatchObject({
      kind: 'run',
      title: 'deploy',
      command,
      prompt: 'Deploy to production? [y/N]',
      question: 'Deploy to production? [y/N]',
      fingerprint: expect.stringMatching(/^s1\./),
      options: [
        { label: 'y', selected: false },
        { label: 'N', selected: true },
      ],
    });
    await here.call('worker.kill', { name: 'deploy' });
  });

  it('has a plain program under its own name, with the whole question and the options of its list', async () => {
    const run = await start(asking('menu'));
    const item = await itemOf(run);
    expect(item).toMatchObject({
      title: 'changing-question.mjs',
      prompt: 'Do you want to run it? (Use arrow keys)',
      promptKind: 'key',
      fingerprint: expect.stringMatching(/^d1\./),
      options: [
        { label: 'Yes', selected: true },
        { label: 'No, leave it', selected: false },
      ],
    });
    expect(item.question).toBe(
      'Deploy helper\n\nThis command is about to run:\n\n  ls -la\n\n? Do you want to run it? (Use arrow keys)',
    );
    const answer = { run, text: 'No, leave', mode: 'option', fingerprint: item.fingerprint };
    await here.call('run.input', answer);
    expect(await here.call('run.wait', { run, timeoutMs: 60_000 })).toMatchObject({ code: 0 });
  });

  it('lists nothing that may only seem to wait', async () => {
    const asks = await start(`printf 'Go? '; read -r x; sleep 60`);
    const runs = await Promise.all([
      start('sleep 600', { silenceMs: 100, interactive: true }),
      start([
        process.execPath,
        '-e',
        'process.stdin.resume(); require("node:http").createServer().listen(0, () => console.log("listening on 3000"))',
      ]),
      start([
        process.execPath,
        '-e',
        'process.stdin.setRawMode(true); process.stdin.resume(); let i = 0; setInterval(() => process.stdout.write("\\rInstalling " + i++), 300)',
      ]),
    ]);
    await itemOf(asks);
    // Long enough for each to be taken for one that waits.
    for (let looks = 0; looks < 5; looks++) {
      const { items } = await here.call('inbox.list', { host: here.host });
      expect(items.filter(({ id }: Answer) => runs.includes(id))).toEqual([]);
      await new Promise((resolve) => setTimeout(resolve, 400));
    }
    for (const run of [asks, ...runs]) await here.call('run.end', { run, graceMs: 200 });
  });
});
