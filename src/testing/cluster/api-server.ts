import { once } from 'node:events';
import { type IncomingMessage, request, type ServerResponse } from 'node:http';
import { createServer, type Server } from 'node:https';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { TLSSocket } from 'node:tls';
import type { Containerd, ExecStreams } from './containerd.js';
import { type Pod, type Pods, podDocument } from './pods.js';
import { type ExecFront, execFront } from './v5-front.js';

/** Somebody who may use the cluster. */
export interface ClusterUser {
  readonly name: string;
  /** What is allowed, as `get pods`, `create pods/exec`; all where it is left out. */
  readonly may?: readonly string[] | undefined;
}

export interface ApiServerOptions {
  readonly pods: Pods;
  readonly containerd: Containerd;
  readonly key: string;
  readonly certificate: string;
  /** Client certificates; the common name is the user. */
  readonly trusted: readonly string[];
  /** By their bearer tokens. */
  readonly users: ReadonlyMap<string, ClusterUser>;
  /**
   * Which streams it speaks: `v5` as API servers do from 1.30, which translate it for the kubelet; `v4` as older ones,
   * which pass on what comes.
   */
  readonly streams: 'v5' | 'v4';
}

/** The part of an API server that an exec needs: authentication, permissions, pods, and the way to the runtime. */
export class ApiServer {
  readonly #options: ApiServerOptions;
  readonly #front: ExecFront;
  readonly #sockets = new Set<Duplex>();
  #server: Server | undefined;
  #port = 0;

  constructor(options: ApiServerOptions) {
    this.#options = options;
    this.#front = execFront();
  }

  get url(): string {
    return `https://127.0.0.1:${this.#port}`;
  }

  /** Listens, on the same port as before where it did so before. */
  async start(): Promise<void> {
    const { key, certificate, trusted } = this.#options;
    const ca = [certificate, ...trusted];
    const server = createServer({ key, cert: certificate, ca, requestCert: true, rejectUnauthorized: false });
    server.on('connection', (socket: Socket) => this.#keep(socket));
    server.on('request', (incoming, response) => void this.#answer(incoming, response));
    server.on('upgrade', (incoming, socket, head) => {
      this.#exec(incoming, socket, head).catch((error: Error) => {
        refuse(socket, status(500, 'InternalError', error.message));
      });
    });
    server.listen(this.#port, '127.0.0.1');
    await once(server, 'listening');
    server.unref();
    this.#port = (server.address() as { port: number }).port;
    this.#server = server;
  }

  /** Ends without a word to those who are connected. */
  async stop(): Promise<void> {
    const server = this.#server;
    this.#server = undefined;
    if (!server) return;
    const closed = once(server, 'close');
    server.close();
    this.drop();
    await closed;
  }

  /** Cuts all connections, and keeps listening. */
  drop(): void {
    for (const socket of this.#sockets) socket.destroy();
  }

  #keep(socket: Duplex): void {
    this.#sockets.add(socket);
    socket.on('error', () => {});
    socket.once('close', () => this.#sockets.delete(socket));
  }

  async #answer(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const answer = await this.#reply(incoming).catch((error: Error) =>
      status(500, 'InternalError', error.message),
    );
    response.writeHead(answer.code, { 'Content-Type': 'application/json' });
    response.end(JSON.stringify(answer.body));
  }

  async #reply(incoming: IncomingMessage): Promise<Answer> {
    const user = this.#user(incoming);
    if (!user) return status(401, 'Unauthorized', 'Unauthorized');
    const { pathname } = new URL(incoming.url ?? '', this.url);
    if (pathname === '/version')
      return { code: 200, body: { major: '1', minor: '35', gitVersion: 'v1.35.0' } };
    const [, namespace = '', name] =
      /^\/api\/v1\/namespaces\/([^/]+)\/pods(?:\/([^/]+))?$/.exec(pathname) ?? [];
    if (namespace === '') return status(404, 'NotFound', 'the server could not find the requested resource');
    const verb = VERBS[`${incoming.method} ${name === undefined ? 'all' : 'one'}`] ?? 'unknown';
    const forbidden = refusal(user, verb, 'pods', namespace, name);
    if (forbidden) return forbidden;
    const { pods } = this.#options;
    if (verb === 'list')
      return { code: 200, body: { kind: 'PodList', items: pods.in(namespace).map(podDocument) } };
    if (verb === 'create') {
      const document = JSON.parse(await bodyOf(incoming)) as Parameters<Pods['create']>[1];
      return { code: 201, body: podDocument(await pods.create(namespace, document)) };
    }
    const pod = pods.get(namespace, name ?? '');
    if (!pod) return podNotFound(name ?? '');
    if (verb === 'delete') await pods.remove(pod);
    return { code: 200, body: podDocument(pod) };
  }

  async #exec(incoming: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    this.#keep(socket);
    const user = this.#user(incoming);
    if (!user) return refuse(socket, status(401, 'Unauthorized', 'Unauthorized'));
    const url = new URL(incoming.url ?? '', this.url);
    const [, namespace = '', name = ''] =
      /^\/api\/v1\/namespaces\/([^/]+)\/pods\/([^/]+)\/exec$/.exec(url.pathname) ?? [];
    // Until 1.34 it was `get` alone that counted here; since then both do.
    for (const verb of ['get', 'create']) {
      const forbidden = refusal(user, verb, 'pods/exec', namespace, name);
      if (forbidden) return refuse(socket, forbidden);
    }
    const pod = this.#options.pods.get(namespace, name);
    if (!pod) return refuse(socket, podNotFound(name));
    const container = containerOf(pod, url.searchParams.get('container'));
    if (typeof container !== 'string') return refuse(socket, container);
    const wants = (key: string): boolean => url.searchParams.get(key) === 'true';
    const tty = wants('tty');
    const streams = { tty, stdin: wants('stdin'), stdout: wants('stdout'), stderr: wants('stderr') && !tty };
    const target = await this.#options.containerd.exec(
      container,
      url.searchParams.getAll('command'),
      streams,
    );
    const offered = (incoming.headers['sec-websocket-protocol'] ?? '').split(/,\s*/);
    if (this.#options.streams === 'v5' && offered.includes('v5.channel.k8s.io')) {
      this.#front.serve(incoming, socket, head, target, kinds(streams));
    } else passOn(incoming, socket, head, target);
  }

  #user(incoming: IncomingMessage): ClusterUser | undefined {
    const token = /^Bearer (.+)$/.exec(incoming.headers.authorization ?? '')?.[1];
    if (token !== undefined) return this.#options.users.get(token);
    const socket = incoming.socket as TLSSocket;
    const name = socket.authorized ? socket.getPeerCertificate().subject?.CN : undefined;
    return name === undefined ? undefined : { name: String(name) };
  }
}

interface Answer {
  readonly code: number;
  readonly body: unknown;
}

const VERBS: Readonly<Record<string, string>> = {
  'GET all': 'list',
  'GET one': 'get',
  'POST all': 'create',
  'DELETE one': 'delete',
};

function kinds({ stdin, stdout, stderr, tty }: ExecStreams): ('stdin' | 'stdout' | 'stderr' | 'resize')[] {
  const all = { stdin, stdout, stderr, resize: tty };
  return (Object.keys(all) as (keyof typeof all)[]).filter((key) => all[key]);
}

/** The id of the container that is meant, or why none is: in the words of an API server and of a kubelet. */
function containerOf(pod: Pod, name: string | null): string | Answer {
  const names = pod.containers.map((container) => container.name);
  if (name === null && names.length > 1) {
    const choice = names.join(' ');
    return status(
      400,
      'BadRequest',
      `a container name must be specified for pod ${pod.name}, choose one of: [${choice}]`,
    );
  }
  const found = pod.containers.find((container) => container.name === (name ?? names[0]));
  if (!found) return status(400, 'BadRequest', `container ${name} is not valid for pod ${pod.name}`);
  if (pod.phase === 'Succeeded' || pod.phase === 'Failed') {
    const message = `cannot exec into a container in a completed pod; current phase is ${pod.phase}`;
    return status(400, 'BadRequest', message);
  }
  if (found.state.running) return found.id ?? '';
  return status(500, 'InternalError', `unable to upgrade connection: container not found ("${found.name}")`);
}

function podNotFound(name: string): Answer {
  return status(404, 'NotFound', `pods "${name}" not found`);
}

function refusal(
  user: ClusterUser,
  verb: string,
  resource: string,
  namespace: string,
  name: string | undefined,
): Answer | undefined {
  if (!user.may || user.may.includes(`${verb} ${resource}`)) return undefined;
  const which = name === undefined ? '' : ` "${name}"`;
  return status(
    403,
    'Forbidden',
    `pods${which} is forbidden: User "${user.name}" cannot ${verb} resource "${resource}" in API group "" in the namespace "${namespace}"`,
  );
}

function status(code: number, reason: string, message: string): Answer {
  return { code, body: { kind: 'Status', apiVersion: 'v1', status: 'Failure', reason, message, code } };
}

function refuse(socket: Duplex, { code, body }: Answer): void {
  const text = JSON.stringify(body);
  const head = `HTTP/1.1 ${code} Refused\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(text)}\r\nConnection: close`;
  socket.end(`${head}\r\n\r\n${text}`);
}

/** As an API server does with what it does not translate: the same headers to the other end, and then every byte. */
function passOn(incoming: IncomingMessage, near: Duplex, head: Buffer, target: string): void {
  const { host: _, authorization: __, ...headers } = incoming.headers;
  const outgoing = request(target, { method: incoming.method ?? 'GET', headers, agent: false });
  outgoing.once('upgrade', (response, far: Socket, farHead: Buffer) => {
    near.write(responseHead(response));
    near.write(farHead);
    far.write(head);
    far.on('error', () => near.destroy());
    if (near.destroyed) far.destroy();
    near.once('close', () => far.destroy());
    far.once('close', () => near.destroy());
    near.pipe(far).pipe(near);
  });
  outgoing.once('response', (response) => {
    near.write(responseHead(response));
    response.pipe(near);
  });
  outgoing.once('error', (error) => refuse(near, status(500, 'InternalError', error.message)));
  outgoing.end();
}

function responseHead({ statusCode, statusMessage, rawHeaders }: IncomingMessage): string {
  let text = `HTTP/1.1 ${statusCode} ${statusMessage}\r\n`;
  for (let i = 0; i < rawHeaders.length; i += 2) text += `${rawHeaders[i]}: ${rawHeaders[i + 1]}\r\n`;
  return `${text}\r\n`;
}

async function bodyOf(incoming: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of incoming) text += chunk;
  return text;
}
