import { readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type OpenOperations, openOperations } from '../integration/operations/open-operations.js';
import { filesWith, formsOf } from './left-bytes.js';

let here: OpenOperations;
beforeAll(async () => {
  here = await openOperations();
});
afterAll(() => here[Symbol.asyncDispose]());

const SECRETS = ['Tr0ub4dor-and-more', 'correct horse "battery" staple', 'größe 日本 geheim'];

/** Prints it in pieces, in a title, behind wide characters, and asks by its name. */
const TELLS = String.raw`printf '\033]2;title %s\007' "$1"
printf '\360\240\200\213\360\237\232\200\342\200\214漢字 wide %s after\n' "$1"
printf '%s' "$1" | od -An -v -tx1 -w1 | while read -r byte; do printf "\\x$byte"; sleep 0.01; done; echo
printf '{"text":"%s"}\n' "$(printf %s "$1" | sed 's/"/\\"/g')"
printf 'really %s? ' "$1"; read -r x; printf 'again %s? ' "$1"; read -r y; echo done; read -r z`;

it.each(SECRETS)('nothing of %j is left in any file, value or cell after it was scrubbed', async (secret) => {
  const session = await here.call('run.start', { host: here.host, command: ['sh', '-c', 'read x'] });
  const name = `recorded ${secret}`;
  const started = await here.call('run.start', {
    host: here.host,
    command: ['bash', '-c', TELLS, 'tells', secret],
    tags: [`tag-${secret.split(' ')[0]}`],
    size: { width: 70, height: 30 },
  });
  await here.call('recording.start', { target: started.paneId, host: here.host, title: name });
  await here.call('run.wait', { run: started.id, until: 'prompt', regex: 'really' });
  await here.call('run.input', { run: started.id, text: `${secret} typed` });
  await here.call('run.wait', { run: started.id, until: 'prompt', regex: 'again' });
  const target = { target: started.paneId, host: here.host };
  await here
    .call('agent.register', { ...target, name: 'someone', metadata: { note: secret } })
    .catch(() => {});
  const run = await (await here.runtime.runs()).get(started.id, { host: here.host });
  const folders = [`${here.folder}/state`, dirname(run.logPath)];
  const left = async (): Promise<string[]> =>
    (await Promise.all(folders.map((folder) => filesWith(folder, formsOf(secret))))).flat();
  // It is there, in the log, the recording and the database.
  expect((await left()).map((line) => line.replace(/: .*/s, '').replace(/.*[./]/, ''))).toEqual(
    expect.arrayContaining(['log', 'cast']),
  );

  const result = await here.call('run.scrub', { run: started.id, secrets: [secret] });
  expect(result).toMatchObject({ remains: [] });
  expect(result.log).toBeGreaterThan(0);
  expect(result.files).toBeGreaterThan(0);
  expect(await left()).toEqual([]);
  const recorded = await readFile((await here.call('recording.list', {})).recordings[0].path, 'utf8');
  const printed = recorded
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => JSON.parse(line))
    .flatMap(([, kind, data]) => (kind === 'o' ? [data] : []))
    .join('');
  for (const form of formsOf(secret)) expect(printed).not.toContain(form);
  expect(printed).toContain('wide ***');
  const seen = JSON.stringify([
    await here.call('run.list', {}, { by: here.another() }),
    await here.call('event.list', {}, { by: here.another() }),
    await here.call('recording.list', {}, { by: here.another() }),
  ]);
  for (const form of formsOf(secret)) expect(seen).not.toContain(form);
  const [screen, title] = await here.tmux.request([
    ['capture-pane', '-p', '-J', '-S', '-', '-t', started.paneId],
    ['display-message', '-p', '-t', started.paneId, '#{pane_title} #{window_name} #{@muxwright_run}'],
  ]);
  expect(String(screen)).not.toContain(secret);
  expect(String(title)).not.toContain(secret);
  expect(String(screen)).toMatch(/wide {4,}after/);

  // What comes later is hidden as it comes.
  await here.call('run.input', { run: started.id, text: secret });
  await here.call('run.wait', { run: started.id, until: 'prompt', regex: 'done' });
  expect(await left()).toEqual([]);
  await run.end({ graceMs: 100 });
  await here.call('run.end', { run: session.id, graceMs: 100 });
  expect(await left()).toEqual([]);
});
