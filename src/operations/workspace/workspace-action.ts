import { z } from 'zod';
import { isMuxError, MuxError, phrase } from '../../model/index.js';
import { type ActionName, capabilityActions } from '../../workspace/index.js';
import type { Effect } from '../effect.js';
import { maxBytesField } from '../fields.js';
import { type CallOperation, call, type OperationExample, type OperationHints } from '../operation.js';
import { actionFields, parametersFrom } from './action-fields.js';
import { boundAnswer } from './bound-answer.js';
import { workspaceFields } from './workspace-fields.js';
import { workspaceOutput } from './workspace-output.js';

/** What the table of actions does not say of an action. */
export interface WorkspaceAction {
  readonly summary: string;
  /** What more a caller has to know, beside what the table says. */
  readonly more: string;
  readonly effect: Effect;
  readonly idempotent?: boolean;
  readonly hints?: OperationHints;
  readonly examples: readonly OperationExample<Readonly<Record<string, unknown>>>[];
}

/** The operation of an action: its fields are those of the table of actions, its answer that of the capability. */
export function workspaceAction(action: ActionName, about: WorkspaceAction): CallOperation {
  const { more, ...rest } = about;
  return call({
    ...rest,
    name: `workspace.${action}`,
    description: `${capabilityActions[action].description} ${more}`.trim(),
    faces: ['cli', 'mcp', 'http'],
    input: z.strictObject({ ...actionFields(action), ...sizeFields(action), ...workspaceFields }),
    output: workspaceOutput[action] as z.ZodObject,
    handler: async (input, { runtime, signal, progress }) => {
      const { host, session, folder } = z.object(workspaceFields).parse(input);
      const parameters = parametersFrom(action, input);
      const workspace = await runtime.workspace({ host, session, folder });
      if (parameters.wait !== undefined) progress('waiting');
      const answer = await workspace
        .perform({ ...parameters, action }, { signal })
        .catch((error: unknown) => {
          throw host === undefined ? withOtherHosts(error) : error;
        });
      return boundAnswer(answer as Record<string, unknown>, input.maxBytes as number | undefined);
    },
  });
}

/** Who did not choose a container need not have one. */
function withOtherHosts(error: unknown): unknown {
  if (!isMuxError(error, 'DOCKER_UNAVAILABLE', 'CONTAINER_NOT_FOUND', 'CONTAINER_NOT_RUNNING')) return error;
  const { code, message, advice, details } = error;
  const elsewhere = 'Or use another host than the configured one, for example local.';
  return new MuxError(code, message, {
    suggestion: advice ? phrase`${advice} ${elsewhere}` : elsewhere,
    details,
    cause: error,
  });
}

/** What answers with a text is told how long that may be; people get as much as fits into one answer. */
function sizeFields(action: ActionName): { maxBytes?: z.ZodType } {
  const { shape } = workspaceOutput[action];
  return 'output' in shape ? { maxBytes: maxBytesField.default(MOST_BYTES) } : {};
}

const MOST_BYTES = 1024 * 1024;
