/**
 * The operations that a phrase may refer to, each with the fields of its input that an error can know. The rooms below
 * the operations know them only by these names; a test compares them with the table of operations.
 */
export const namedOperations = {
  'agent.status': [],
  'host.doctor': [],
  'inbox.list': [],
  'pane.keys': ['target'],
  'pane.list': ['host'],
  'pane.screen': [],
  'pane.send': [],
  'pane.watch': [],
  'recording.list': [],
  'recording.remove': ['id'],
  'recording.start': ['target'],
  'run.end': ['run'],
  'run.list': [],
  'run.output': ['run'],
  'run.start': [],
  'run.status': [],
  'run.wait': ['run'],
  'session.cleanup': [],
  'session.kill': ['sessionName'],
  'session.open': [],
  'token.list': [],
  'worker.list': [],
  'worker.logs': ['name'],
  'worker.peek': ['name'],
  'worker.respawn': ['name'],
  'workspace.capability': [],
  'workspace.init': [],
} as const satisfies Readonly<Record<string, readonly string[]>>;

export type NamedOperation = keyof typeof namedOperations;

export type NamedField<Operation extends NamedOperation> = (typeof namedOperations)[Operation][number];
