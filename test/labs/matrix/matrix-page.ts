import type { CellResult } from './run-cell.js';

/** The page of docs/labs about all cells. */
export function matrixPage(results: readonly CellResult[]): string {
  const failed = results.filter(({ failures }) => failures.length > 0).length;
  const rows = results.map(({ cell, checks, failures, seconds }) => {
    const { suite, recorder, shell, node, user } = cell;
    const tmux = suite === undefined ? 'this machine' : `Debian ${suite}`;
    const result = failures.length === 0 ? 'pass' : failures.map(inCell).join('<br>');
    const major = node ?? process.versions.node.split('.')[0];
    const cells = [
      tmux,
      recorder ?? 'default',
      shell ?? '',
      major,
      user ?? 'root',
      checks,
      seconds.toFixed(0),
      result,
    ];
    return `| ${cells.join(' | ')} |`;
  });
  return `# Matrix lab

Made by \`npm run lab -- matrix --write\`. Each cell runs the same checks with the built package: the exit code of a run,
10,000 numbered lines in its log, a prompt that is seen and answered, a secret that is masked in the log, a recording whose
last screen equals the pane's, a worker that is spawned, written to and killed, and that no file, buffer or process is left. Where
a shell is named, \`shell.exec\` gives output and exit code. The base is the tmux of the machine, perl, bash, Node 20 and root;
a cell varies one of them, or a chosen pair. The tmux of a Debian suite runs in a container with the tools of that suite.

**${results.length} cells, ${failed} failed.**

| tmux | recorder tool | shell | Node | user | checks | seconds | result |
| ---- | ------------- | ----- | ---- | ---- | -----: | ------: | ------ |
${rows.join('\n')}
`;
}

function inCell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('\n', ' ').slice(0, 300);
}
