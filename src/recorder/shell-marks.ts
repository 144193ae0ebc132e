import { controlSequencePattern, type Dialect } from '../vt/index.js';

/** How the OSCs begin by which a shell of ours says what it does: its marks, and what tmux keeps as `pane_path`. */
export const shellMarks: readonly string[] = ['7770;', '7;muxwright:'];

/** How a shell of ours shows the command that it runs: up, to a column, and everything below erased. */
export function paintPattern(dialect: Dialect): string {
  return ['A', 'G', 'J'].map((final) => controlSequencePattern(final, dialect)).join('');
}
