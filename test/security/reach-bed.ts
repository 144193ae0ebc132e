import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Answer } from '../integration/operations/open-operations.js';
import { type OpenServer, openServer } from '../integration/server/open-server.js';

/** What a token is made with. */
export interface TokenWish {
  readonly scopes?: readonly string[];
  readonly hosts?: readonly string[];
  readonly sessions?: readonly string[];
  readonly tags?: readonly string[];
}

/** A server whose SSH client writes down each start, and reaches nobody. */
export interface ReachBed extends AsyncDisposable {
  readonly open: OpenServer;
  /** The command lines of all SSH processes that were started. */
  sshStarts(): Promise<readonly string[]>;
  /** A token, made over HTTP by the owner. */
  token(wish?: TokenWish): Promise<string>;
  /** The answer to an operation, or the problem that it ended with. */
  as(token: string, name: string, input?: unknown): Promise<Answer>;
}

export async function openReachBed(): Promise<ReachBed> {
  const folder = await mkdtemp(join(tmpdir(), 'mux-reach-'));
  const log = join(folder, 'ssh.log');
  const command = join(folder, 'ssh');
  await writeFile(command, `#!/bin/sh\necho "$*" >>'${log}'\nexit 255\n`);
  await chmod(command, 0o755);
  const open = await openServer({ reach: { ssh: { command } } });
  let made = 0;
  return {
    open,
    sshStarts: async () => {
      const text = await readFile(log, 'utf8').catch(() => '');
      return text.split('\n').filter((line) => line !== '' && line !== '-V');
    },
    token: async ({ scopes = ['read'], ...reach } = {}) => {
      made += 1;
      const { token } = await open.call('token.create', { name: `caller ${made}`, scopes, ...reach });
      return token;
    },
    as: async (token, name, input = {}) => {
      const response = await open.fetch(`/api/operations/${name}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify(input),
      });
      const text = await response.text();
      return response.headers.get('content-type')?.startsWith('text/event-stream')
        ? { events: text }
        : JSON.parse(text);
    },
    async [Symbol.asyncDispose]() {
      await open[Symbol.asyncDispose]();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
