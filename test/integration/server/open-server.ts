import { readFile } from 'node:fs/promises';
import { createServer, type MuxServer } from '../../../src/server/create-server.js';
import type { ServerOptions } from '../../../src/server/server-options.js';
import {
  type Answer,
  type OpenOperations,
  type OpenOperationsOptions,
  openOperations,
} from '../operations/open-operations.js';

export interface OpenServer extends AsyncDisposable {
  readonly here: OpenOperations;
  readonly server: MuxServer;
  readonly url: string;
  /** Of the owner: it may do everything. */
  readonly token: string;
  /** A request with the token, unless it says otherwise. */
  fetch(path: string, init?: RequestInit): Promise<Response>;
  /** An operation that has to succeed. */
  call(name: string, input?: unknown): Promise<Answer>;
  /** A token with these scopes, for any host. */
  tokenFor(...scopes: string[]): Promise<string>;
  /** The cookie of a browser that has signed in. */
  signIn(): Promise<string>;
}

/** A server on a machine of its own, in this process, on a port that was free. */
export async function openServer({
  reach,
  ...options
}: Partial<ServerOptions> & Pick<OpenOperationsOptions, 'reach'> = {}): Promise<OpenServer> {
  const here = await openOperations({ ...(reach && { reach }) });
  const { runtime } = here;
  const server = await createServer({ runtime, port: 0, ...options }).catch(async (error: unknown) => {
    await here[Symbol.asyncDispose]();
    throw error;
  });
  const { url } = server;
  const token = (await readFile(server.tokenFile, 'utf8')).trim();
  const send = (path: string, init: RequestInit = {}): Promise<Response> => {
    const headers = new Headers(init.headers);
    if (!headers.has('authorization') && !headers.has('cookie'))
      headers.set('authorization', `Bearer ${token}`);
    return fetch(url + path, { redirect: 'manual', ...init, headers });
  };
  return {
    here,
    server,
    url,
    token,
    fetch: send,
    async call(name, input = {}) {
      const response = await send(`/api/operations/${name}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(input),
      });
      const body = await response.text();
      if (!response.ok) throw new Error(`${name}: ${response.status} ${body}`);
      return JSON.parse(body);
    },
    async tokenFor(...scopes) {
      const tokens = await runtime.tokens();
      return (
        await tokens.create({ name: scopes.join('+'), scopes: scopes as never, reach: { hosts: ['*'] } })
      ).secret;
    },
    async signIn() {
      const { pathname, search } = new URL(await server.link());
      const response = await fetch(url + pathname + search, { redirect: 'manual' });
      return response.headers.getSetCookie()[0]?.split(';')[0] ?? '';
    },
    async [Symbol.asyncDispose]() {
      await server.close();
      await here[Symbol.asyncDispose]();
    },
  };
}
