import { type Command, commandLine } from '../../tmux/index.js';

/**
 * What tmux itself keeps of a workspace, so that any process finds it: user options on the session, on windows and on
 * panes. A format that asks a pane for one of them also looks at its window and session, so no two have one name.
 */
export const workspaceOptions = Object.freeze({
  /** On the session: the name it was made with. */
  session: '@muxwright_ws_session',
  /** On the session: the number of the next window. */
  nextWindow: '@muxwright_ws_next_window',
  /** On a window: its number. */
  window: '@muxwright_ws_window',
  /** On a window: the number of its next pane. */
  nextPane: '@muxwright_ws_next_pane',
  /** On a pane: its address. It stays when the pane moves to another window. */
  address: '@muxwright_ws_address',
  title: '@muxwright_ws_title',
  cwd: '@muxwright_ws_cwd',
  created: '@muxwright_ws_created',
  /** On a pane: id and folder of its log. */
  log: '@muxwright_ws_log',
  /** On a pane: the nonce of the shell that it was opened with. */
  shell: '@muxwright_ws_shell',
  /** On a pane: the last text that was sent, and the last command that was sent while its shell was at the prompt. */
  sent: '@muxwright_ws_sent',
  started: '@muxwright_ws_started',
  /** On a pane: how far it was read, and how often. */
  read: '@muxwright_ws_read',
  reads: '@muxwright_ws_reads',
});

const { nextWindow, window, nextPane, address } = workspaceOptions;

/** The numbers of a pane. */
export interface PaneNumbers {
  readonly window: number;
  readonly address: string;
}

/**
 * The commands that give a pane, and its window, the next numbers where they have none. tmux itself counts, so that
 * processes at the same moment give different numbers; and it never counts back, so that no number is given twice.
 *
 * @param target the pane, as `$1:@2.%3`
 * @param given numbers that are free, as in a session that is built again; counting goes on behind them
 */
export function numberCommands(target: string, given?: PaneNumbers): Command[] {
  if (given) return givenNumbers(target, given);
  const isNew = (option: string): string => `#{==:#{${option}},}`;
  return [
    ifNew(isNew(window), target, [
      ['set-option', '-w', '-F', '-t', target, window, orZero(nextWindow)],
      ['set-option', '-F', '-t', target, nextWindow, `#{e|+:#{${window}},1}`],
    ]),
    ifNew(isNew(address), target, [
      ['set-option', '-p', '-F', '-t', target, address, `#{${window}}.${orZero(nextPane)}`],
      ['set-option', '-w', '-F', '-t', target, nextPane, `#{e|+:${orZero(nextPane)},1}`],
    ]),
  ];
}

/** Text as a format takes it literally inside a comparison. */
export function comparable(text: string): string {
  return text.replaceAll(/[#,}]/g, (special) => `#${special}`);
}

function givenNumbers(target: string, given: PaneNumbers): Command[] {
  const [first = '0', second = '0'] = given.address.split('.');
  const atLeast = (option: string, least: number): string =>
    `#{?#{e|>:${orZero(option)},${least}},#{${option}},${least}}`;
  // A pane that was moved to another window has the number of the first one in its address.
  const ownPane = Number(first) === given.window ? Number(second) + 1 : 0;
  return [
    ['set-option', '-w', '-t', target, window, String(given.window)],
    [
      'set-option',
      '-F',
      '-t',
      target,
      nextWindow,
      atLeast(nextWindow, Math.max(given.window, Number(first)) + 1),
    ],
    ['set-option', '-p', '-t', target, address, given.address],
    ['set-option', '-w', '-F', '-t', target, nextPane, atLeast(nextPane, ownPane)],
  ];
}

function ifNew(condition: string, target: string, commands: readonly Command[]): Command {
  return ['if-shell', '-F', '-t', target, condition, commandLine(commands)];
}

function orZero(option: string): string {
  return `#{?${option},#{${option}},0}`;
}
