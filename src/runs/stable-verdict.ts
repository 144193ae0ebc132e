import { setTimeout as delay } from 'node:timers/promises';
import type { Host } from '../hosts/host.js';
import { judgeTerminal } from '../hosts/waiting/judge-terminal.js';
import { probeTerminal } from '../hosts/waiting/probe-terminal.js';
import { sameActivity } from '../hosts/waiting/same-activity.js';
import type { TerminalVerdict } from '../hosts/waiting/terminal-facts.js';
import type { CallOptions } from '../model/deadline.js';
import { runDefaults } from './run-options.js';

/**
 * What the kernel says of a pane's program, at two moments that must agree: a program that is caught between two steps
 * looks as if it waited.
 */
export async function stableVerdict(
  host: Host,
  pid: number,
  options: CallOptions = {},
): Promise<TerminalVerdict> {
  const before = await probeTerminal(host, pid, options);
  const first = judgeTerminal(before);
  if (first.state !== 'waiting') return first;
  await delay(runDefaults.sampleMs);
  const after = await probeTerminal(host, pid, options);
  const second = judgeTerminal(after);
  if (second.state !== 'waiting' || sameActivity(before, after)) return second;
  // It moved in between and looks the same again: a refreshing display, a timer, or a person who types.
  return { ...second, confidence: second.confidence === 'certain' ? 'likely' : second.confidence };
}
