/**
 * What a model needs every day: commands and programs of its own, and a look at everything else. Every tool costs a
 * model words before it has done anything, so there is one for each purpose, and none that ends or removes something.
 */
export const everydayOperations: readonly string[] = [
  ...['run.complete', 'run.start', 'run.wait', 'run.output', 'run.input', 'run.status', 'run.list'],
  ...['pane.list', 'pane.screen', 'pane.read', 'pane.send', 'pane.keys', 'pane.wait'],
  ...['worker.spawn', 'worker.list', 'worker.status', 'worker.send', 'worker.logs', 'worker.wait'],
  'worker.interrupt',
  'host.list',
];

/** What ends and removes what the model itself has opened; whoever has a shell could do that anyway. */
export const endingOperations: readonly string[] = ['run.end', 'worker.kill', 'worker.clean'];
