import { execFile } from 'node:child_process';
import { copyFile, mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AgentHome } from '../integration/agents/asking-agent.js';
import type { Answer } from '../integration/operations/open-operations.js';
import { type OpenServer, openServer } from '../integration/server/open-server.js';

const run = promisify(execFile);
const transcript = fileURLToPath(new URL('../fixtures/transcripts/claude-code.jsonl', import.meta.url));

let open: OpenServer;
let home: AgentHome;
let pane: string;
let token: string;
/** Where Claude Code keeps its transcripts on this machine, and a place where it keeps none. */
let projects: string;
let outside: string;
beforeAll(async () => {
  open = await openServer();
  home = await AgentHome.make();
  pane = (await home.start(open.here.server)).pane.id;
  token = await open.tokenFor('respond', 'read');
  projects = join(open.here.folder, 'claude', 'projects', '-work');
  outside = join(open.here.folder, 'secrets');
  for (const folder of [projects, outside, join(open.here.folder, 'codex', 'sessions')])
    await mkdir(folder, { recursive: true });
  await copyFile(transcript, join(outside, 'secret.jsonl'));
});
afterAll(async () => {
  await open[Symbol.asyncDispose]();
  await home[Symbol.asyncDispose]();
});

/** Tells, as a hook does, where the transcript of the agent is. */
async function tell(path: string, session: string): Promise<string> {
  const told = await open.fetch(`/hook/session-start?host=${encodeURIComponent(open.here.host)}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ session_id: session, transcript_path: path, tmux_pane: pane, cwd: '/' }),
  });
  expect(told.status).toBe(200);
  return ((await told.json()) as { agent_id: string }).agent_id;
}

async function conversation(target: string): Promise<Answer> {
  const answer = await open.fetch('/api/operations/agent.conversation', {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ target, limit: 1_000 }),
  });
  return answer.json();
}

describe('a transcript that a hook names', () => {
  it('is read where its agent keeps them', async () => {
    await copyFile(transcript, join(projects, 'own.jsonl'));
    const { source, messages } = await conversation(await tell(join(projects, 'own.jsonl'), 'own'));
    expect(source).toBe('transcript');
    expect(messages[0]).toMatchObject({ role: 'user', text: 'hello agent' });
  });

  it.each<[string, () => Promise<string>]>([
    ['anywhere else', async () => join(outside, 'secret.jsonl')],
    ['by a way back out of the folder', async () => `${projects}/../../../secrets/secret.jsonl`],
    [
      'by a link in the folder',
      async () => linked(join(projects, 'link.jsonl'), join(outside, 'secret.jsonl')),
    ],
    [
      'by a folder that is a link',
      async () => `${await linked(join(projects, 'link'), outside)}/secret.jsonl`,
    ],
    [
      'in the folder of another agent',
      async () => copied(join(open.here.folder, 'codex', 'sessions', 'x.jsonl')),
    ],
    ['by a relative path', async () => 'secrets/secret.jsonl'],
    ['in a folder whose name only begins alike', async () => copied(`${join(projects, '..')}-more.jsonl`)],
  ])('is not read %s', async (name, path) => {
    const { source, messages } = await conversation(await tell(await path(), name));
    expect(source).toBe('screen');
    expect(JSON.stringify(messages)).not.toContain('hello agent');
  });

  it('and is a pipe stops no other access to files', async () => {
    const pipe = join(projects, 'pipe.jsonl');
    await run('mkfifo', [pipe]);
    const agent = await tell(pipe, 'pipe');
    // Node has four threads for all files of a process.
    const asked = Array.from({ length: 8 }, () => conversation(agent));
    for (const { source } of await Promise.all(asked)) expect(source).toBe('screen');
    await writeFile(join(outside, 'written'), 'still');
    expect((await open.fetch('/healthz')).status).toBe(200);
  });
});

describe('a path that a caller names', () => {
  it('and that leads to a pipe is refused at once', async () => {
    const pipe = join(outside, 'settings.json');
    await run('mkfifo', [pipe]);
    const answers = await Promise.all(
      Array.from({ length: 8 }, () =>
        open.fetch('/api/operations/agent.install-hooks', {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ path: pipe }),
        }),
      ),
    );
    for (const answer of answers) expect(await answer.json()).toMatchObject({ code: 'FILE_REFUSED' });
  });
});

async function linked(path: string, target: string): Promise<string> {
  await symlink(target, path);
  return path;
}

async function copied(path: string): Promise<string> {
  await copyFile(transcript, path);
  return path;
}
