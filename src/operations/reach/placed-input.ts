import type { Runtime } from '../runtime.js';
import type { Fields } from './reach-rule.js';

/** An input with what the configuration adds to it: which workspace is meant where the call names none. */
export async function placedInput(operation: string, input: Fields, runtime: Runtime): Promise<Fields> {
  if (!operation.startsWith('workspace.')) return input;
  const { host, session } = await runtime.workspacePlace();
  return { ...input, host: input.host ?? host, session: input.session ?? session };
}
