import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import {
  CallToolRequestSchema,
  GetPromptRequestSchema,
  ListPromptsRequestSchema,
  ListResourcesRequestSchema,
  ListResourceTemplatesRequestSchema,
  ListToolsRequestSchema,
  ReadResourceRequestSchema,
  SubscribeRequestSchema,
  UnsubscribeRequestSchema,
} from '@modelcontextprotocol/sdk/types.js';
import {
  type CallOperation,
  guideSummary,
  type OperationContext,
  type Runtime,
} from '../operations/index.js';
import { CallProgress } from './call-progress.js';
import { callTool } from './call-tool.js';
import { outcomeOf } from './error-result.js';
import { getPrompt, prompts } from './guide-prompt.js';
import type { OpenCalls } from './open-calls.js';
import { asProtocolError, unknownTool } from './protocol-error.js';
import { Resources } from './resources/resources.js';
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
  /** Is told of each call when it is over: with `ok`, or the code of the error. */
  readonly called?: (operation: CallOperation, input: unknown, outcome: string) => Promise<void>;
}

/**
 * The operations as a server of the Model Context Protocol, for any transport: tools, resources for panes and runs, and
 * the guide as a prompt. It holds no state of its own but subscriptions, which end with the connection.
 */
export function mcpServer(options: McpServerOptions): Server {
  const { runtime, version, operations, named, calls } = options;
  const server = new Server(
    { name: 'muxwright', title: 'muxwright: terminals for models', version },
    {
      capabilities: { tools: {}, prompts: {}, resources: { subscribe: true } },
      instructions: guideSummary(),
    },
  );
  const tools = new Map(operations.map((one) => tool(one, named)).map((one) => [one.name, one]));
  const resources = new Resources({
    runtime,
    operations,
    caller: options.caller,
    opening: options.opening,
    updated: (uri) => server.sendResourceUpdated({ uri }),
  });
  server.onclose = () => resources.close();

  server.setRequestHandler(ListToolsRequestSchema, () => ({
    tools: [...tools.values()].map((one) => one.describe()),
  }));
  server.setRequestHandler(
    CallToolRequestSchema,
    ({ params }, { signal: caller, _meta, sendNotification: send }) =>
      calls.count(async () => {
        const called = tools.get(params.name);
        if (!called) throw unknownTool(params.name, [...tools.keys()]);
        using progress = new CallProgress({ token: _meta?.progressToken, send, name: called.name });
        const input = params.arguments ?? {};
        using either = calls.signalFor(called.operation, input, caller);
        const { signal } = either;
        const context = { runtime, signal, caller: options.caller, progress: progress.tell };
        const result = await callTool(called, input, context);
        await options.called?.(called.operation, input, outcomeOf(result));
        return result;
      }),
  );
  server.setRequestHandler(ListPromptsRequestSchema, () => ({ prompts }));
  server.setRequestHandler(GetPromptRequestSchema, ({ params }) => getPrompt(params.name, operations));
  server.setRequestHandler(ListResourceTemplatesRequestSchema, () => ({
    resourceTemplates: [...resources.templates()],
  }));
  server.setRequestHandler(ListResourcesRequestSchema, ({ params }, { signal }) =>
    calls.count(() => asProtocolError(resources.list(params?.cursor, signal))),
  );
  server.setRequestHandler(ReadResourceRequestSchema, ({ params }, { signal }) =>
    calls.count(() => asProtocolError(resources.read(params.uri, signal))),
  );
  server.setRequestHandler(SubscribeRequestSchema, async ({ params }, { signal }) => {
    await asProtocolError(resources.subscribe(params.uri, signal));
    return {};
  });
  server.setRequestHandler(UnsubscribeRequestSchema, ({ params }) => {
    resources.unsubscribe(params.uri);
    return {};
  });
  return server;
}
