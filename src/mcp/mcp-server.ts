import {
  type CacheHint,
  type CallToolResult,
  type jsonSchemaValidator,
  Server,
  type ServerContext,
} from '@modelcontextprotocol/server';
import {
  type CallOperation,
  guideSummary,
  type OperationContext,
  type Runtime,
  runInput,
} from '../operations/index.js';
import { callAsking, declaredBy, showsForms } from './asking/call-asking.js';
import { mayAsk } from './asking/pending-run.js';
import { CallProgress } from './call-progress.js';
import { callTool } from './call-tool.js';
import { outcomeOf } from './error-result.js';
import { getPrompt, prompts } from './guide-prompt.js';
import { withOlderCodes } from './older-codes.js';
import type { OpenCalls } from './open-calls.js';
import { asProtocolError, unknownTool } from './protocol-error.js';
import { Resources } from './resources/resources.js';
import { TASKS, Tasks, takesTasks } from './tasks/tasks.js';
import { tasksOf } from './tasks/tasks-of.js';
import { tool } from './tool.js';
import type { ToolNaming } from './tool-names.js';

export interface McpServerOptions {
  readonly runtime: Runtime;
  /** Of this package. */
  readonly version: string;
  /** What the model may call. */
  readonly operations: readonly CallOperation[];
  /** Names all operations there are as tools, where a text speaks of one. */
  readonly named: ToolNaming;
  /** Keeps count of what is not answered yet. */
  readonly calls: OpenCalls;
  /** The caller that the server admitted (default: this machine's own user). */
  readonly caller?: OperationContext['caller'];
  /** Counts a stream that is followed; throws where there are too many. */
  readonly opening?: (() => Disposable) | undefined;
  /** Of the connection, where they outlive the server (default: its own). */
  readonly resources?: Resources | undefined;
  /** Is told of each call when it is over: with `ok`, or the code of the error. */
  readonly called?: (operation: CallOperation, input: unknown, outcome: string) => Promise<void>;
}

/**
 * The operations as a server of the Model Context Protocol, for any transport and both revisions: tools, resources for
 * panes and runs, and the guide as a prompt. It holds no state of its own but subscriptions, which end with the
 * connection.
 */
export function mcpServer(options: McpServerOptions): Server {
  const { runtime, version, operations, named, calls } = options;
  const server = new Server(
    { name: 'muxwright', title: 'muxwright: terminals for models', version },
    {
      capabilities: {
        tools: {},
        prompts: {},
        resources: { subscribe: true },
        extensions: { [TASKS]: {} },
      },
      instructions: guideSummary(),
      cacheHints: {
        'server/discover': STEADY,
        'tools/list': STEADY,
        'prompts/list': STEADY,
        'resources/templates/list': STEADY,
        'resources/list': CHANGING,
        'resources/read': CHANGING,
      },
      jsonSchemaValidator: noValidator,
    },
  );
  const tools = new Map(operations.map((one) => tool(one, named)).map((one) => [one.name, one]));
  const resources = options.resources ?? ownResources(options, server);

  // A client that may not type an answer is not asked for one.
  const mayAnswer = operations.some(({ name }) => name === runInput.name);

  server.setRequestHandler('tools/list', () => ({
    tools: [...tools.values()].map((one) => one.describe()),
  }));
  server.setRequestHandler('tools/call', ({ params }, { mcpReq }: ServerContext) =>
    calls.count(async () => {
      const called = tools.get(params.name);
      if (!called) throw unknownTool(params.name, [...tools.keys()]);
      const { _meta, notify: send, signal: caller } = mcpReq;
      using progress = new CallProgress({ token: _meta?.progressToken, send, name: called.name });
      const input = params.arguments ?? {};
      using either = calls.signalFor(called.operation, input, caller);
      const { signal } = either;
      const context = { runtime, signal, caller: options.caller, progress: progress.tell };
      const { operation } = called;
      const declared = declaredBy(server, mcpReq);
      const asks = mayAnswer && showsForms(declared);
      const result = !mayAsk(operation, input)
        ? await callTool(called, input, context)
        : mcpReq.envelope && takesTasks(declared)
          ? await new Tasks({ context, asks }).begin(operation, input)
          : asks
            ? await callAsking(operation, input, { server, mcpReq, context, called: options.called })
            : await callTool(called, input, context);
      const outcome = outcomeOf(result as CallToolResult);
      await options.called?.(operation, input, outcome);
      return result as CallToolResult;
    }),
  );
  tasksOf(server, { ...options, mayAnswer });
  server.setRequestHandler('prompts/list', () => ({ prompts }));
  server.setRequestHandler('prompts/get', ({ params }) => getPrompt(params.name, operations));
  server.setRequestHandler('resources/templates/list', () => ({
    resourceTemplates: [...resources.templates()],
  }));
  server.setRequestHandler('resources/list', ({ params }, { mcpReq }) =>
    calls.count(() => asProtocolError(resources.list(params?.cursor, mcpReq.signal))),
  );
  server.setRequestHandler('resources/read', ({ params }, { mcpReq }) =>
    calls.count(() => asProtocolError(resources.read(params.uri, mcpReq.signal), { uri: params.uri })),
  );
  server.setRequestHandler('resources/subscribe', async ({ params }, { mcpReq }) => {
    await asProtocolError(resources.subscribe(params.uri, mcpReq.signal));
    return {};
  });
  server.setRequestHandler('resources/unsubscribe', ({ params }) => {
    resources.unsubscribe(params.uri);
    return {};
  });
  return withOlderCodes(server);
}

function ownResources(options: McpServerOptions, server: Server): Resources {
  const { runtime, operations, caller, opening } = options;
  const updated = (uri: string): Promise<void> => server.sendResourceUpdated({ uri });
  const resources = new Resources({ runtime, operations, caller, opening, updated });
  server.onclose = () => resources.close();
  return resources;
}

/** What depends on the token and on the options of the server only. */
const STEADY: CacheHint = { ttlMs: 300_000, cacheScope: 'private' };
const CHANGING: CacheHint = { ttlMs: 0, cacheScope: 'private' };

/** The SDK validates nothing here: operations read their own input, and a form is checked where its answer is read. */
const noValidator: jsonSchemaValidator = {
  getValidator: () => (input) => ({ valid: true, data: input as never, errorMessage: undefined }),
};
