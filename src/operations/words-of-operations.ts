/**
 * The rooms speak to people who write code. Whoever comes through a face has no functions to call, but operations.
 *
 * @example
 * inWordsOfOperations('Look at what it printed with harvest().'); // 'Look at what it printed with run.output.'
 */
export function inWordsOfOperations(text: string): string {
  return text.replace(/\b(?:[A-Za-z]+\.)?([A-Za-z]+)\(\)/g, (call, name: string) => words.get(name) ?? call);
}

const words = new Map([
  ['sendKeys', 'pane.keys'],
  ['sendText', 'pane.send'],
  ['paste', 'pane.send'],
  ['panes', 'pane.list'],
  ['windows', 'pane.list'],
  ['sessions', 'pane.list'],
  ['harvest', 'run.output'],
  ['run', 'run.start'],
  ['start', 'run.start'],
  ['openShell', 'workspace.init'],
  ['ensureSession', 'run.start'],
  ['executeAll', 'workspace.capability'],
  ['getOrCreateSession', 'session.open'],
  ['killSession', 'session.kill'],
  ['cleanupIdleSessions', 'session.cleanup'],
]);
