import { createReadStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { extname, join, normalize, sep } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { nothingHere } from '../problem.js';
import type { ServerContext } from '../server-context.js';

/** The dashboard: its files, and its page for every path that is not a file. Nothing in it is secret. */
export async function webRoutes(app: FastifyInstance, { webFolder }: ServerContext): Promise<void> {
  app.get('/*', { config: { scope: 'public' } }, async (request, reply) => {
    const path = pathOf(request);
    if (webFolder === undefined || path === undefined) throw nothingHere(request.url);
    const name = extname(path) === '' ? '/index.html' : path;
    return sendFile(join(webFolder, name), name, request, reply);
  });
}

async function sendFile(
  file: string,
  name: string,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const stats = await stat(file).catch(() => undefined);
  const type = types[extname(name)];
  if (!stats?.isFile() || type === undefined) throw nothingHere(request.url);
  // Names of assets change with what is in them; the page has to be asked for every time.
  const cache = name.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache';
  reply.headers({ 'content-type': type, 'cache-control': cache, vary: 'accept-encoding' });
  if (isText.test(type) && /\bgzip\b/.test(String(request.headers['accept-encoding']))) {
    return reply.header('content-encoding', 'gzip').send(await compressed(file, stats.mtimeMs));
  }
  return reply.header('content-length', stats.size).send(createReadStream(file));
}

const isText = /^text\/|javascript|json|svg/;
const compress = promisify(gzip);

/** Files that were asked for, compressed; there are few, and a new build gives them new names. */
const kept = new Map<string, { readonly mtimeMs: number; readonly data: Promise<Buffer> }>();

function compressed(file: string, mtimeMs: number): Promise<Buffer> {
  const known = kept.get(file);
  if (known?.mtimeMs === mtimeMs) return known.data;
  const data = readFile(file).then((text) => compress(text));
  kept.set(file, { mtimeMs, data });
  data.catch(() => kept.delete(file));
  return data;
}

/** The path within the folder; `undefined` for one that is of the interface, leads out, or begins with a dot. */
function pathOf({ url }: FastifyRequest): string | undefined {
  const [encoded = '/'] = url.split('?', 1);
  if (/^\/(?:api|hook|mcp)(?:\/|$)/.test(encoded)) return undefined;
  try {
    const path = normalize(decodeURIComponent(encoded));
    const isSafe =
      path.startsWith('/') && !path.includes('\0') && !path.split(sep).some((part) => part[0] === '.');
    return isSafe ? path : undefined;
  } catch {
    return undefined;
  }
}

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.txt': 'text/plain; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
};
