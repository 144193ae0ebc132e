import type { ActionContext } from './action-context.js';
import { init } from './actions/init.js';
import { kill } from './actions/kill.js';
import { layout } from './actions/layout.js';
import { list } from './actions/list.js';
import { read } from './actions/read.js';
import { record } from './actions/record.js';
import { send } from './actions/send.js';
import { snapshot } from './actions/snapshot.js';
import { split } from './actions/split.js';
import { status } from './actions/status.js';
import { sync } from './actions/sync.js';
import { window } from './actions/window.js';
import type { ActionName, ParametersOf } from './capability-actions.js';
import { type GivenParameters, readParameters } from './read-parameters.js';

type Handlers = {
  readonly [Name in ActionName]: (
    workspace: ActionContext,
    parameters: ParametersOf<Name>,
    given: GivenParameters,
  ) => Promise<unknown>;
};

const handlers: Handlers = {
  init,
  send,
  read: (workspace, parameters, given) => read(workspace, parameters, given.lines !== undefined),
  split,
  list,
  kill,
  window,
  status,
  record,
  sync,
  layout,
  snapshot,
};

/** An action whose parameters were read, ready to be carried out: what is refused is refused before anything is done. */
export function prepareAction<Name extends ActionName>(
  action: Name,
  given: GivenParameters,
): (workspace: ActionContext) => Promise<unknown> {
  const parameters = readParameters(action, given);
  return (workspace) => handlers[action](workspace, parameters, given);
}
