import { execFileSync } from 'node:child_process';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { WebSocket } from 'ws';
import { muxHere } from '../integration/operations/mux-here.js';
import { type OpenServer, openServer } from '../integration/server/open-server.js';
import { filesWith, formsOf } from './left-bytes.js';

/** A server of which every byte that leaves it is kept, by the channel that it left by. */
export class CanaryBed implements AsyncDisposable {
  readonly open: OpenServer;
  readonly seen: { readonly channel: string; readonly text: string }[];
  readonly #collector: Server;
  readonly #stop = new AbortController();
  readonly #sockets: WebSocket[] = [];
  readonly #mcp: Client;

  static async make(): Promise<CanaryBed> {
    const seen: CanaryBed['seen'] = [];
    const collector = createServer((request, response) => {
      const parts: Buffer[] = [];
      request.on('data', (part: Buffer) => parts.push(part));
      request.on('end', () => {
        seen.push({ channel: 'traces', text: Buffer.concat(parts).toString() });
        response.end('{}');
      });
    });
    await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve));
    const { port } = collector.address() as AddressInfo;
    process.env.OTEL_EXPORTER_OTLP_ENDPOINT = `http://127.0.0.1:${port}`;
    process.env.OTEL_BSP_SCHEDULE_DELAY = '50';
    const log = { write: (text: string) => void seen.push({ channel: 'log of the server', text }) };
    const open = await openServer({ logLevel: 'trace', log });
    const mcp = new Client({ name: 'canary', version: '1.0.0' });
    const transport = new StreamableHTTPClientTransport(new URL(`${open.url}/mcp?tools=all`), {
      requestInit: { headers: { authorization: `Bearer ${open.token}` } },
    });
    await mcp.connect(transport as Parameters<Client['connect']>[0]);
    return new CanaryBed(open, collector, mcp, seen);
  }

  private constructor(open: OpenServer, collector: Server, mcp: Client, seen: CanaryBed['seen']) {
    this.open = open;
    this.#collector = collector;
    this.#mcp = mcp;
    this.seen = seen;
  }

  /** An operation over HTTP, whose answer is kept. */
  async call(name: string, input: unknown = {}): Promise<ReturnType<typeof JSON.parse>> {
    const answer = await this.open.call(name, input);
    this.#keep(`HTTP ${name}`, JSON.stringify(answer));
    return answer;
  }

  /** Follows an operation as server-sent events, to its end or ours. */
  follow(name: string, input: object): void {
    const { signal } = this.#stop;
    const request = this.open.fetch(`/api/operations/${name}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'text/event-stream' },
      body: JSON.stringify(input),
      signal,
    });
    void (async () => {
      const { body } = await request;
      const decoder = new TextDecoder();
      let text = '';
      for await (const bytes of body ?? []) {
        text += decoder.decode(bytes as Uint8Array, { stream: true });
        this.#replace(`SSE ${name} ${JSON.stringify(input)}`, text);
      }
    })().catch(() => {});
  }

  /** Looks at a pane as a browser does. */
  async view(paneId: string): Promise<void> {
    const query = new URLSearchParams({ target: paneId, host: this.open.here.host, history: '500' });
    const socket = new WebSocket(`${this.open.url.replace(/^http/, 'ws')}/api/terminals?${query}`, {
      headers: { authorization: `Bearer ${this.open.token}` },
    });
    this.#sockets.push(socket);
    let text = '';
    socket.on('message', (data: Buffer, isBinary) => {
      text += data.toString();
      this.#replace(`terminal ${paneId}`, text);
      if (isBinary) socket.send(JSON.stringify({ type: 'ack', bytes: data.length }));
    });
    await new Promise((resolve) => socket.once('message', resolve));
  }

  async tool(name: string, input: Record<string, unknown>): Promise<void> {
    const result = await this.#mcp.callTool({ name, arguments: input });
    this.#keep(`MCP ${name}`, JSON.stringify(result));
  }

  async resources(): Promise<void> {
    const { resources } = await this.#mcp.listResources();
    this.#keep('MCP resources', JSON.stringify(resources));
    for (const { uri } of resources) {
      const read = await this.#mcp.readResource({ uri }).catch((error: unknown) => String(error));
      this.#keep(`MCP ${uri}`, JSON.stringify(read));
    }
  }

  async mux(...words: string[]): Promise<void> {
    const { stdout, stderr } = await muxHere(...words);
    this.#keep(`mux ${words.join(' ')}`, stdout + stderr);
  }

  processes(): void {
    this.#keep('list of processes', execFileSync('ps', ['-eww', '-o', 'args='], { encoding: 'utf8' }));
  }

  async get(path: string): Promise<void> {
    this.#keep(path, await (await this.open.fetch(path)).text());
  }

  /** Where a canary, or a piece of it that tells something, was seen or is left. */
  async hits(canary: string, logPath: string): Promise<string[]> {
    const needles = [
      ...formsOf(canary),
      ...canary.split(/[^\p{L}\p{N}]+/u).filter((word) => word.length >= 6),
    ];
    const found = this.seen.flatMap(({ channel, text }) => {
      const readings = [
        text,
        text.replace(SEQUENCES, ''),
        text.replace(SEQUENCES, '').replace(/\\n|\s*[\r\n]+/g, ''),
      ];
      return needles
        .filter((needle) => readings.some((reading) => reading.includes(needle)))
        .map((needle) => `${channel}: ${needle} in ${around(readings, needle)}`);
    });
    const folders = [`${this.open.here.folder}/state`, dirname(logPath)];
    const files = await Promise.all(folders.map((folder) => filesWith(folder, needles)));
    return [...new Set([...found, ...files.flat()])];
  }

  #keep(channel: string, text: string): void {
    this.seen.push({ channel, text });
  }

  /** A stream is kept whole: what comes in two pieces is one text for its reader. */
  #replace(channel: string, text: string): void {
    const at = this.seen.findIndex((one) => one.channel === channel);
    if (at >= 0) this.seen.splice(at, 1);
    this.#keep(channel, text);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#stop.abort();
    for (const socket of this.#sockets) socket.terminate();
    await this.#mcp.close();
    await this.open[Symbol.asyncDispose]();
    await new Promise((resolve) => this.#collector.close(resolve));
    delete process.env.OTEL_EXPORTER_OTLP_ENDPOINT;
    delete process.env.OTEL_BSP_SCHEDULE_DELAY;
  }
}

function around(readings: readonly string[], needle: string): string {
  const reading = readings.find((each) => each.includes(needle)) ?? '';
  const at = reading.indexOf(needle);
  return JSON.stringify(reading.slice(Math.max(0, at - 80), at + needle.length + 80));
}

const SEQUENCES =
  /(?:\x1b|\\u001b)(?:\[[0-?]*[ -/]*[@-~]|[\]P][^\x07\x1b]*?(?:\x07|\\u0007|\x1b\\|\\u001b\\\\)|[()][0-9A-Z]|[ -/]*[0-~])/g;
