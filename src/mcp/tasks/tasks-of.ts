import type { Server, ServerContext } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { type CallOperation, type OperationContext, type Runtime, runInput } from '../../operations/index.js';
import { declaredBy, showsForms } from '../asking/call-asking.js';
import type { OpenCalls } from '../open-calls.js';
import { asProtocolError } from '../protocol-error.js';
import { requireTasks, Tasks } from './tasks.js';

export interface TaskOptions {
  readonly runtime: Runtime;
  readonly calls: OpenCalls;
  readonly caller?: OperationContext['caller'];
  readonly called?: (operation: CallOperation, input: unknown, outcome: string) => Promise<void>;
  /** Whether this caller may type an answer. */
  readonly mayAnswer: boolean;
}

/** The methods of the extension for tasks, which the SDK leaves to the server. */
export function tasksOf(server: Server, options: TaskOptions): void {
  const { runtime, calls, caller, called, mayAnswer } = options;
  const handle = <T>({ mcpReq }: ServerContext, work: (tasks: Tasks) => Promise<T>): Promise<T> =>
    calls.count(async () => {
      const declared = declaredBy(server, mcpReq);
      requireTasks(declared);
      const context = { runtime, caller, signal: mcpReq.signal, progress: () => {} };
      return asProtocolError(work(new Tasks({ context, asks: mayAnswer && showsForms(declared) })));
    });
  const schemas = { params: z.looseObject({ taskId: z.string() }) };
  server.setRequestHandler('tasks/get', schemas, ({ taskId }, ctx) =>
    handle(ctx, (tasks) => tasks.get(taskId)),
  );
  server.setRequestHandler('tasks/cancel', schemas, ({ taskId }, ctx) =>
    handle(ctx, (tasks) => tasks.cancel(taskId)),
  );
  server.setRequestHandler('tasks/update', schemas, ({ taskId }, ctx) =>
    handle(ctx, (tasks) =>
      tasks.update(taskId, ctx.mcpReq.inputResponses ?? {}, async (run, outcome) =>
        called?.(runInput as CallOperation, { run }, outcome),
      ),
    ),
  );
}
