import { chooseTools, type ToolNaming, toolNaming } from '../../mcp/index.js';
import { allOperations } from '../../operations/families.js';
import { allows, type CallOperation, type Runtime, scopeOf } from '../../operations/index.js';
import { auditOf } from '../operations/audit-of.js';
import type { Caller, ServerContext } from '../server-context.js';

/** The tools of a model over HTTP, and the listener for its calls. */
export interface McpOffer {
  readonly runtime: Runtime;
  readonly version: string;
  readonly caller: Caller;
  /** What this caller may call. */
  readonly operations: readonly CallOperation[];
  readonly named: ToolNaming;
  /** Counts a stream that is followed; throws where there are too many. */
  readonly opening: () => Disposable;
  /** Called after each call, with the code of its error. */
  readonly called: (operation: CallOperation, input: unknown, outcome: string) => Promise<void>;
}

/** Of the tools that were asked for, those that the token may use. */
export async function offerTo(
  caller: Caller,
  address: string,
  tools: readonly string[] | undefined,
  { runtime, version, audit, limits }: ServerContext,
): Promise<McpOffer> {
  const all = await allOperations();
  return {
    runtime,
    version,
    caller,
    operations: chooseTools(all, tools).filter((one) => allows(caller.scopes, scopeOf(one))),
    named: toolNaming(all.map(({ name }) => name)),
    opening: () => limits.open(caller, 'streams'),
    called: async (operation, input, outcome) => {
      if (scopeOf(operation) === 'read') return;
      await audit.record({ ...caller, address }, { ...auditOf(operation.name, input), outcome });
    },
  };
}
