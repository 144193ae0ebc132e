import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const suite = fileURLToPath(
  new URL('../../../../node_modules/@modelcontextprotocol/conformance/dist/index.js', import.meta.url),
);
const hooks = new URL('./node-20.mjs', import.meta.url).href;

export interface ConformanceRun {
  readonly code: number;
  readonly text: string;
}

/** Runs the official suite in a process of its own against `/mcp` of a server that wants a token. */
export async function runConformance(
  url: string,
  token: string,
  ...args: readonly string[]
): Promise<ConformanceRun> {
  await using proxy = await withToken(url, token);
  // It writes its results where it is started.
  const cwd = await mkdtemp(join(tmpdir(), 'muxwright-conformance-'));
  const argv = ['--import', hooks, suite, 'server', '--url', `${proxy.url}/mcp`, ...args];
  const run = await new Promise<ConformanceRun>((resolve) => {
    execFile(process.execPath, argv, { cwd, maxBuffer: 64 * 1024 * 1024 }, (error, stdout, stderr) => {
      resolve({ code: error ? Number(error.code) : 0, text: stdout + stderr });
    });
  });
  await rm(cwd, { recursive: true });
  return run;
}

/** The suite has no option for a token: passes each request on with one. */
async function withToken(target: string, token: string): Promise<AsyncDisposable & { readonly url: string }> {
  const server = createServer((incoming, response) => {
    const { method, headers, url = '/' } = incoming;
    const { host, origin } = new URL(target);
    const passed = {
      ...headers,
      authorization: `Bearer ${token}`,
      // What names the proxy names the server behind it; the suite also names others.
      ...(isLoopback(headers.host) && { host }),
      ...(isLoopback(headers.origin) && { origin }),
    };
    const outgoing = request(new URL(url, target), { method, headers: passed, setHost: false }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    outgoing.on('error', () => response.destroy());
    response.on('close', () => outgoing.destroy());
    incoming.pipe(outgoing);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function isLoopback(name: string | undefined): boolean {
  return /^(?:http:\/\/)?(?:127\.0\.0\.1|localhost)(?::\d+)?$/.test(name ?? '');
}
