import type {
  ListResourcesResult,
  ReadResourceResult,
  ResourceTemplateType as ResourceTemplate,
} from '@modelcontextprotocol/server';
import { MuxError } from '../../model/index.js';
import type { CallOperation, OperationContext, Runtime } from '../../operations/index.js';
import { listResources } from './list-resources.js';
import { readResource } from './read-resource.js';
import { type ResourceAddress, readResourceUri } from './resource-address.js';
import { Subscriptions } from './subscriptions.js';

export interface ResourcesOptions {
  readonly runtime: Runtime;
  /** What the model may call: it sees by resources only what it could see by a tool. */
  readonly operations: readonly CallOperation[];
  /** Tells the client that something has changed. */
  readonly updated: (uri: string) => Promise<void>;
  readonly caller?: OperationContext['caller'];
  /** Counts a stream that is followed; throws where there are too many. */
  readonly opening?: (() => Disposable) | undefined;
}

/** Screens of panes and logs of runs, as things that a client can list, attach to a message, and follow. */
export class Resources {
  readonly #runtime: Runtime;
  readonly #caller: OperationContext['caller'];
  readonly #kinds: ReadonlySet<ResourceAddress['kind']>;
  readonly #subscriptions: Subscriptions;

  constructor({ runtime, operations, updated, caller, opening }: ResourcesOptions) {
    const offered = new Set(operations.map(({ name }) => name));
    this.#runtime = runtime;
    this.#caller = caller;
    this.#kinds = new Set([
      ...(offered.has('pane.screen') ? (['pane'] as const) : []),
      ...(offered.has('run.output') ? (['run'] as const) : []),
    ]);
    this.#subscriptions = new Subscriptions({ runtime, updated, caller, opening });
  }

  templates(): readonly ResourceTemplate[] {
    return TEMPLATES.filter(({ kind }) => this.#kinds.has(kind)).map(({ kind: _, ...template }) => template);
  }

  list(cursor: string | undefined, signal: AbortSignal): Promise<ListResourcesResult> {
    return listResources({
      runtime: this.#runtime,
      caller: this.#caller,
      kinds: this.#kinds,
      cursor,
      signal,
    });
  }

  async read(uri: string, signal: AbortSignal): Promise<ReadResourceResult> {
    return readResource(uri, this.#allowed(uri), {
      runtime: this.#runtime,
      caller: this.#caller,
      signal,
    });
  }

  /** Fails where there is nothing to follow. */
  async subscribe(uri: string, signal: AbortSignal): Promise<void> {
    await this.read(uri, signal);
    this.#subscriptions.add(uri, this.#allowed(uri));
  }

  /** Follows what can be read of these, and says which that is. */
  async follow(uris: readonly string[], signal: AbortSignal): Promise<readonly string[]> {
    const followed: string[] = [];
    for (const uri of new Set(uris)) {
      try {
        await this.subscribe(uri, signal);
        followed.push(uri);
      } catch {
        // The acknowledgement leaves it out.
      }
    }
    return followed;
  }

  unsubscribe(uri: string): void {
    this.#subscriptions.remove(uri);
  }

  close(): void {
    this.#subscriptions.close();
  }

  #allowed(uri: string): ResourceAddress {
    const address = readResourceUri(uri);
    if (this.#kinds.has(address.kind)) return address;
    throw new MuxError('INVALID_ARGUMENT', `Resources of ${address.kind}s are not offered here.`, {
      suggestion: `They come with the tools: mux mcp --tools ${address.kind}s.`,
    });
  }
}

const TEMPLATES: readonly (ResourceTemplate & { readonly kind: ResourceAddress['kind'] })[] = [
  {
    kind: 'pane',
    name: 'pane-screen',
    title: 'Screen of a pane',
    uriTemplate: 'muxwright://pane/{target}/screen{?host}',
    description: 'What a pane, run, worker or agent shows now. A target is what the tools take as target.',
    mimeType: 'text/plain',
  },
  {
    kind: 'run',
    name: 'run-log',
    title: 'Log of a run',
    uriTemplate: 'muxwright://run/{run}/log{?cursor}',
    description: 'What a run has printed, from a cursor on. The last line says where to continue.',
    mimeType: 'text/plain',
  },
];
