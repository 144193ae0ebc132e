import type { IsolatedTmux } from '../../../src/testing/isolated-tmux.js';
import { type PaneSnapshot, parseSnapshot, snapshotCommands } from '../../../src/tmux/pane-snapshot.js';
import { rowText, styledRows } from '../../../src/vt/styled-rows.js';

export interface ScreenSize {
  readonly width: number;
  readonly height: number;
}

/** What tmux made of some output. */
export interface TmuxScreen extends PaneSnapshot {
  /** All lines with those that scrolled away, wrapped rows put together. */
  readonly lines: readonly string[];
}

/**
 * Puts the pane back, so that nothing of the output before is left. Given to both, as it leaves its own marks: a saved
 * cursor, and a title.
 */
export const CLEAN = '\x1b\\\x18\x1b[?1049l\x1bc\x1b7\x1b[3J\x1b[?1049h\x1b[?1049l\x1b]2;none\x07';

/** Ends whatever the output has left open, so that the question behind it is heard. */
export const SETTLED = '\x1b\\\x18';

/** What a pane of tmux shows after each of several outputs, each on a clean screen. */
export async function tmuxScreens(
  server: IsolatedTmux,
  { width, height }: ScreenSize,
  outputs: readonly string[],
): Promise<TmuxScreen[]> {
  const { tmux, host } = server;
  const { stdout } = await host.script('d=$(mktemp -d) && cd "$d" && mkfifo go done && echo "$d"');
  const folder = stdout.toString().trim();
  await tmux.command('set-option', '-g', 'status', 'off');
  await tmux.command('set-option', '-g', 'history-limit', '10000');
  const [made] = await tmux.request([
    [
      'new-session',
      '-d',
      '-P',
      '-F',
      '#{pane_id}',
      '-x',
      `${width}`,
      '-y',
      `${height}`,
      'perl',
      '-e',
      DRIVER,
      folder,
    ],
  ]);
  const pane = (made ?? '').toString().trim();
  const screens: TmuxScreen[] = [];
  try {
    for (const output of outputs) {
      const shown = Buffer.from(CLEAN + output + SETTLED).toString('hex');
      await host.script('cd "$1" && echo "$2" >go && read -r _ <done', [folder, shown], {
        timeoutMs: 60_000,
      });
      const bodies = await tmux.request([
        ...snapshotCommands(pane),
        ['capture-pane', '-p', '-e', '-J', '-S', '-', '-t', pane],
      ]);
      const all = styledRows((bodies.at(-1) ?? '').toString()).map(rowText);
      screens.push({ ...parseSnapshot(bodies), lines: trimmed(all) });
    }
  } finally {
    await tmux.command('kill-pane', '-t', pane);
    await host.script('rm -r "$1"', [folder]);
  }
  return screens;
}

/** Lines without the spaces at their ends, and without the blank ones at the end. */
export function trimmed(lines: readonly string[]): string[] {
  const all = lines.map((line) => line.trimEnd());
  while (all.at(-1) === '') all.pop();
  return all;
}

/** Prints what it is given, and asks where the cursor is: with the answer, tmux has taken everything. */
const DRIVER = String.raw`
  chdir $ARGV[0]; system 'stty raw -echo'; binmode STDIN; binmode STDOUT; $| = 1;
  while (1) {
    open my $go, '<', 'go' or die; my $hex = <$go>; close $go; chomp $hex;
    print pack('H*', $hex), "\e[6n";
    my $seen = '';
    while ($seen !~ /\e\[\d+;\d+R/) { sysread STDIN, $seen, 4096, length $seen or exit }
    open my $done, '>', 'done' or die; print $done "\n"; close $done;
  }
`;
