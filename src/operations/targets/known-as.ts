import type { BaseRuntime } from '../base-runtime.js';

/** What a name is known as; `undefined` for what can only be a target of tmux, or an agent. */
export async function knownAs(runtime: BaseRuntime, name: string): Promise<'worker' | 'run' | undefined> {
  const store = await runtime.store();
  const [worker, run] = await Promise.all([store.workers.get(name), store.runs.get(name)]);
  return worker ? 'worker' : run && 'run';
}
