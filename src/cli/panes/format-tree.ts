import type { PaneNode, SessionNode, WindowNode } from '../../operations/index.js';
import { printable, type Style } from '../style.js';
import { newSessionCommand } from './new-session-command.js';

/** A tree of sessions, as it was read or as JSON has it. */
export interface ShownTree {
  readonly host: string;
  readonly sessions: readonly ShownSession[];
}

interface ShownSession extends Pick<SessionNode, 'id' | 'name' | 'attached'> {
  readonly windows: readonly (Omit<WindowNode, 'panes'> & { readonly panes: readonly ShownPane[] })[];
}

type ShownPane = Omit<PaneNode, 'deadStatus'> & { readonly deadStatus?: number | undefined };

/** Sessions, windows and panes as lines for people. */
export function formatTree(tree: ShownTree, style: Style): string[] {
  if (tree.sessions.length === 0) {
    return [`No tmux session on ${tree.host}. Start one with: ${newSessionCommand(tree.host, 'work')}`];
  }
  return tree.sessions.flatMap((session) => [sessionLine(session, style), ...windowLines(session, style)]);
}

function sessionLine({ name, id, attached }: ShownSession, style: Style): string {
  const clients = attached === 0 ? '' : `, ${attached} attached`;
  return `${style.bold(printable(name))} ${style.dim(`(${id}${clients})`)}`;
}

function windowLines({ windows }: ShownSession, style: Style): string[] {
  return windows.flatMap((window, i) => {
    const last = i === windows.length - 1;
    const head = `${last ? '└─' : '├─'} ${window.index}: ${printable(window.name)}`;
    return [head, ...paneLines(window, last ? '   ' : '│  ', style)];
  });
}

function paneLines({ panes }: ShownSession['windows'][number], indent: string, style: Style): string[] {
  const column = (cell: (pane: ShownPane) => string): number =>
    Math.max(...panes.map((pane) => cell(pane).length));
  const [ids, commands, sizes] = [column(({ id }) => id), column(program), column(size)];
  return panes.map((pane, i) => {
    const branch = i === panes.length - 1 ? '└─' : '├─';
    const cells = [pane.id.padEnd(ids), program(pane).padEnd(commands), style.dim(size(pane).padEnd(sizes))];
    return `${indent}${branch} ${cells.join('  ')}  ${printable(pane.cwd)}`.trimEnd();
  });
}

function program({ command, dead, deadStatus }: ShownPane): string {
  if (!dead) return printable(command);
  return deadStatus === undefined ? 'ended' : `ended with ${deadStatus}`;
}

function size({ width, height }: ShownPane): string {
  return `${width}x${height}`;
}
