/** One cell: what differs from the base, which is this machine's tmux, perl, bash, this Node, and root. */
export interface Cell {
  /** Suite of the Debian image whose tmux is used (default: the tmux of this machine). */
  readonly suite?: string;
  /** Expected version of tmux, as a regular expression. */
  readonly tmuxVersion?: string;
  /** Recorder tool; those that would be preferred are hidden. */
  readonly recorder?: Recorder;
  readonly shell?: string;
  /** Major version of Node. */
  readonly node?: string;
  readonly user?: 'root' | 'plain';
}

export type Recorder = 'perl' | 'gawk' | 'mawk' | 'busybox awk';

/** In the order in which muxwright prefers them. */
export const recorders: readonly Recorder[] = ['perl', 'gawk', 'mawk', 'busybox awk'];

const suites = [
  { suite: 'bookworm', tmuxVersion: '^3\\.3a$' },
  { suite: 'trixie', tmuxVersion: '^3\\.5a$' },
  // Not released yet, so its tmux may become newer.
  { suite: 'forky', tmuxVersion: '^3\\.([7-9]|\\d\\d)' },
] as const;

/** One dimension at a time around the base, and pairs that share code: awk with old shells, users, Node and tmux. */
export const cells: readonly Cell[] = [
  { shell: 'bash', recorder: 'perl' },
  ...suites.map((suite) => ({ ...suite, shell: 'bash' })),
  ...recorders.slice(1).map((recorder) => ({ recorder })),
  ...['dash', 'busybox sh', 'zsh', 'fish'].map((shell) => ({ shell })),
  { node: '22', shell: 'bash' },
  { node: '24', shell: 'bash' },
  { user: 'plain', shell: 'bash' },
  { user: 'plain', recorder: 'mawk', shell: 'dash' },
  { user: 'plain', recorder: 'busybox awk', shell: 'busybox sh' },
  { suite: 'forky', tmuxVersion: '^3\\.([7-9]|\\d\\d)', shell: 'sh', node: '24' },
  { suite: 'trixie', tmuxVersion: '^3\\.5a$', shell: 'sh', node: '22' },
  { recorder: 'gawk', shell: 'zsh', node: '24' },
  { recorder: 'mawk', shell: 'fish', node: '22' },
];
