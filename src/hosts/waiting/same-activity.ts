import type { TerminalFacts, ThreadFacts } from './terminal-facts.js';

/**
 * Whether nothing has happened between two looks at a terminal: the same processes are in the same calls and none of
 * them has run for a moment. A verdict that holds at both ends of such a time held all the while.
 */
export function sameActivity(before: TerminalFacts, after: TerminalFacts): boolean {
  return activity(before) === activity(after);
}

function activity(facts: TerminalFacts): string {
  const processes = facts.processes.map(({ pid, group, state, cpuTicks, threads }) => {
    return [pid, group, state, cpuTicks, ...threads.map(threadActivity)].join(' ');
  });
  return [facts.terminal, ...processes.sort()].join('\n');
}

function threadActivity({ id, timeslices, call, awaits }: ThreadFacts): string {
  return `${id}:${timeslices}:${call?.name}:${awaits?.join()}`;
}
