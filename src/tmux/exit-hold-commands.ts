import { randomBytes } from 'node:crypto';
import { shellQuote } from '../model/index.js';
import { literalFormat } from './names.js';
import { type Command, commandLine } from './quote.js';
import { unaliased } from './unaliased.js';

/** One holder of a pane; a pane may have several, of several processes. */
export interface HoldToken {
  readonly pane: string;
  readonly token: string;
}

export function newHold(pane: string): HoldToken {
  return { pane, token: randomBytes(6).toString('hex') };
}

/** What shows whether a pane would close with its program, and what it says about that itself. */
export function holdQuestions(pane: string): Command[] {
  const own = (option: string): Command => ['show-options', '-p', '-q', '-v', '-t', pane, option];
  return [
    ['display-message', '-p', '-t', pane, '#{pane_id} #{remain-on-exit} #{@muxwright_holds}'],
    own('remain-on-exit'),
    own('remain-on-exit-format'),
    ['show-hooks', '-p', '-t', pane],
  ];
}

/** `undefined` for a pane that stays anyway, or is gone; else letters for what is to be restored. */
export function holdNeeded(pane: string, answers: readonly Buffer[]): string | undefined {
  const [shown = '', remain, format, hooks = ''] = answers.map((answer) => answer.toString().trim());
  const [id, remains, holds = ''] = shown.split(' ');
  if (id !== pane) return undefined;
  if (holds === '' && remains !== 'off') return undefined;
  const hasHooks = /^pane-died\b/m.test(hooks);
  return `${remain === 'off' ? 'o' : ''}${format === '' ? 'f' : ''}${hasHooks ? '' : 'h'}`;
}

/**
 * Keeps the pane after its program has ended, until the last of its holders releases it. Where a holder does not, because
 * its process has died, the server does so: some seconds after the program has ended, or when the lease has run out.
 *
 * By a job of the server and not by `run-shell -C`: what that is to do is left undone when the client has gone that asked
 * for it (seen on 3.3a, 3.5a).
 *
 * @param own from `holdNeeded`
 * @param channel `wait-for` channel that is signalled when the program has ended
 */
export function holdCommands(hold: HoldToken, own: string, channel: string): Command[] {
  const { pane, token } = hold;
  const first: Command[] = [
    ['set-option', '-p', '-t', pane, '@muxwright_hold_own', own],
    ['set-option', '-p', '-t', pane, 'remain-on-exit', 'on'],
  ];
  // tmux would print its own line into the pane; it is an option since 3.3.
  if (own.includes('f')) first.push(['set-option', '-p', '-q', '-t', pane, 'remain-on-exit-format', '']);
  const died: Command[] = [
    ['wait-for', '-S', channel],
    ['run-shell', '-b', '-d', String(READ_S), serverJob(releaseCommand(hold))],
  ];
  return [
    ['if-shell', '-F', '-t', pane, '#{==:#{@muxwright_holds},}', commandLine(first)],
    ['set-option', '-p', '-a', '-t', pane, '@muxwright_holds', `,${token}`],
    ['set-hook', '-p', '-t', pane, hookOf(hold), commandLine(died)],
  ];
}

/** Renews the lease, of which `count` is a number that was not used before. */
export function leaseCommands(hold: HoldToken, count: number): Command[] {
  const { pane } = hold;
  const isLast = `#{==:#{${leaseOption(hold)}},${count}}`;
  const end: Command = ['if-shell', '-F', '-t', pane, isLast, commandLine([releaseCommand(hold)])];
  return [
    ['set-option', '-p', '-t', pane, leaseOption(hold), String(count)],
    ['run-shell', '-b', '-d', String(LEASE_S), serverJob(end)],
  ];
}

/**
 * Everything is as it was, unless others hold the pane. Where its program has ended, the pane closes as it would have, with
 * the hooks that tmux runs for that.
 */
export function releaseCommand(hold: HoldToken): Command {
  const { pane, token } = hold;
  const on = (format: string, then: Command[], otherwise?: Command[]): Command => [
    'if-shell',
    '-F',
    '-t',
    pane,
    format,
    commandLine(then),
    ...(otherwise ? [commandLine(otherwise)] : []),
  ];
  const unset = (option: string): Command => ['set-option', '-p', '-u', '-q', '-t', pane, option];
  const restore: Command[] = [
    on(
      '#{m:*o*,#{@muxwright_hold_own}}',
      [['set-option', '-p', '-t', pane, 'remain-on-exit', 'off']],
      [unset('remain-on-exit')],
    ),
    on('#{m:*f*,#{@muxwright_hold_own}}', [unset('remain-on-exit-format')]),
    on('#{m:*h*,#{@muxwright_hold_own}}', [['set-hook', '-p', '-u', '-t', pane, 'pane-died']]),
    unset('@muxwright_hold_own'),
    unset('@muxwright_holds'),
    on('#{pane_dead}', [
      ['set-hook', '-R', '-t', pane, 'pane-exited'],
      ['kill-pane', '-t', pane],
    ]),
  ];
  return on(`#{m:*${token}*,#{@muxwright_holds}}`, [
    ['set-option', '-p', '-F', '-t', pane, '@muxwright_holds', `#{s/,${token}//:@muxwright_holds}`],
    unset(leaseOption(hold)),
    ['set-hook', '-p', '-u', '-t', pane, hookOf(hold)],
    on('#{==:#{@muxwright_holds},}', restore),
  ]);
}

/** How long a program may have ended before the pane closes without us. */
const READ_S = 3;
/** How long a pane is held by a process that does not renew its lease. */
const LEASE_S = 60;
export const LEASE_RENEWED_MS = 20_000;

function leaseOption({ token }: HoldToken): string {
  return `@muxwright_lease_${token}`;
}

/** Each holder has its own place in the list of hooks. */
function hookOf({ token }: HoldToken): string {
  return `pane-died[${Number.parseInt(token.slice(0, 7), 16)}]`;
}

/**
 * A shell command for `run-shell` that has tmux carry out a command. It says nothing, whatever happens: tmux would show it
 * to people. The user's shell may be any.
 */
function serverJob([name, ...args]: Command): string {
  const words = [unaliased(name), ...args].map((word) => shellQuote(String(word))).join(' ');
  const script = `tmux -S "$1" ${words} >/dev/null 2>&1; exit 0`;
  return `${literalFormat(`exec sh -c ${shellQuote(script)} sh `)}#{q:socket_path}`;
}
