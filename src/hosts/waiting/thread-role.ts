import { EPOLL_CHANNEL } from './raw-facts.js';
import { type ProcessFacts, type ThreadCall, type ThreadFacts, terminalDevice } from './terminal-facts.js';

/**
 * What a thread does, seen from a terminal:
 * - `reads`: it is blocked until the terminal has input;
 * - `watches`: the terminal is among the things that wake it up;
 * - `idle`: it waits for another process or thread, and so says nothing of its own;
 * - `busy`: it computes, or waits for something that is not the terminal;
 * - `unseen`: we may not know.
 */
export interface ThreadRole {
  readonly role: 'reads' | 'watches' | 'idle' | 'busy' | 'unseen';
  /** For the reason: `is asleep in nanosleep`. */
  readonly doing: string;
  /** Whether the call itself was seen, rather than concluded from where in the kernel it sleeps. */
  readonly sure: boolean;
  /** Whether it wakes up by itself after a time. */
  readonly timed: boolean;
  /** The time after which it wakes up by itself, where that is known. */
  readonly timeoutMs?: number;
  /** What it reads or watches besides the terminal that can bring it news from outside. */
  readonly also: readonly News[];
  /** Whether it may look at the terminal soon, whatever happens: it computes, or wakes up after a moment. */
  readonly soon?: boolean;
}

export type News = 'socket' | 'pipe' | 'terminal' | 'folder';

export function threadRole(thread: ThreadFacts, process: ProcessFacts, terminal: number): ThreadRole {
  const found = roleNow(thread, process, terminal);
  const { timed = false, timeoutMs = 0 } = thread.call ?? {};
  const naps = timed && timeoutMs <= NAP_MS;
  return naps || isPassing(found, thread, process) ? { ...found, soon: true } : found;
}

/** Whether it is in its call for a moment only, and not until something happens outside. */
function isPassing({ role, also }: ThreadRole, { call }: ThreadFacts, { state }: ProcessFacts): boolean {
  if (role !== 'busy' || !call || state === 'T' || state === 't') return false;
  return !BLOCKS.test(call.name) && also.length === 0;
}

const BLOCKS = /sleep|poll|select|^(connect|accept|recv|flock)/;

/** A program that looks at the keys from time to time does so at least as often. */
const NAP_MS = 2_000;

function roleNow(thread: ThreadFacts, process: ProcessFacts, terminal: number): ThreadRole {
  if (process.state === 'T' || process.state === 't') return role('busy', 'is stopped');
  const { call } = thread;
  if (!call || call.name === 'restart_syscall') return roleByWaitChannel(thread, process, terminal);
  const { name } = call;
  if (name === 'running') return role('busy', 'is computing');
  if (thread.awaits === undefined || (thread.awaits.length > 0 && !process.files)) {
    return role('unseen', `is in ${name}, and what it waits for there may not be read`);
  }
  if (thread.awaits.length > 0) return roleByFiles(call, thread.awaits, process, terminal);
  if (call.writes !== undefined && process.files?.[call.writes]?.startsWith('pipe:')) {
    return role('idle', `waits for a pipe in ${name}`);
  }
  if (WAITS_FOR_OTHERS.has(name)) return role('idle', `waits for others in ${name}`);
  if (name === 'io_uring_enter') return role('unseen', `is in ${name}, which does not show what for`);
  return role('busy', /sleep/.test(name) ? `is asleep in ${name}` : `is in ${name}`);
}

const WAITS_FOR_OTHERS = new Set(['wait4', 'waitid', 'rt_sigsuspend', 'rt_sigtimedwait', 'pause', 'futex']);

function roleByFiles(
  { name: call, timed: hasTimeout, timeoutMs }: ThreadCall,
  awaits: readonly number[],
  process: ProcessFacts,
  terminal: number,
): ThreadRole {
  const links = awaits.map((fd) => process.files?.[fd] ?? '');
  const timed = hasTimeout || links.includes('anon_inode:[timerfd]');
  const isTerminal = (link: string): boolean => leadsTo(link, process, terminal) !== undefined;
  const sure = !links.some((link) => leadsTo(link, process, terminal) === 'perhaps');
  const also = new Set(
    links.filter((link) => !isTerminal(link)).flatMap((link) => source(link, process) ?? []),
  );
  if (links.some(isTerminal)) {
    // To watch nothing but the terminal, and that without an end, is another way to read from it. An epoll set is the
    // heart of a program that may have been told of its children or its threads in ways that are not in the set.
    const only = links.every(isTerminal) && !timed && !call.startsWith('epoll');
    const blocks = only || !POLLS.test(call);
    const doing = POLLS.test(call)
      ? `watches its terminal in ${call}`
      : `is blocked in ${call} on its terminal`;
    const known = timeoutMs !== undefined && { timeoutMs };
    return { ...role(blocks ? 'reads' : 'watches', doing), sure, timed, ...known, also: [...also] };
  }
  if (also.size === 0 && POLLS.test(call))
    return role('idle', `waits for its own timers and events in ${call}`);
  if (also.size === 0) return role('busy', `reads ${links[0] || 'a file'}`);
  // At the end of a pipe it is the other end that decides what happens.
  const decides = also.size > 1 || !also.has('pipe');
  const doing = `waits for a ${[...also].join(' and a ')} in ${call}`;
  return { ...role(decides ? 'busy' : 'idle', doing), also: [...also] };
}

const POLLS = /poll|select/;

/**
 * A terminal is also behind `/dev/tty`, for those whose controlling terminal it was when they opened it: a process that
 * has left the session since, or was given it open, still reads the one of before. In a changed root the path is longer,
 * and the terminals there may be others.
 */
export function leadsTo(
  link: string,
  process: Pick<ProcessFacts, 'terminal'>,
  terminal: number,
): 'surely' | 'perhaps' | undefined {
  const device = terminalDevice(terminal);
  if (device === undefined) return undefined;
  if (link === device) return 'surely';
  if (isControlling(link)) return process.terminal === terminal ? 'surely' : 'perhaps';
  return link.endsWith(device) ? 'perhaps' : undefined;
}

/** Whether a descriptor was opened as the controlling terminal, whichever that was. */
export function isControlling(link: string): boolean {
  return link.endsWith('/dev/tty');
}

/** Timers, events and the pipes with which a program wakes up itself are nothing from outside. */
function source(link: string, process: ProcessFacts): News | undefined {
  if (link.startsWith('socket:')) return 'socket';
  if (link === 'anon_inode:inotify') return 'folder';
  if (/^\/dev\/(ptmx|pts\/|tty)/.test(link)) return 'terminal';
  if (!link.startsWith('pipe:')) return undefined;
  const ends = Object.values(process.files ?? {}).filter((other) => other === link).length;
  return ends > 1 ? undefined : 'pipe';
}

/**
 * Where system calls may not be seen (Yama's ptrace_scope, which Ubuntu sets to 1, or a machine whose numbers we do not
 * know), the kernel function that a thread sleeps in often can be, and what its descriptors are.
 */
function roleByWaitChannel(thread: ThreadFacts, process: ProcessFacts, terminal: number): ThreadRole {
  const channel = thread.waitChannel;
  const { files } = process;
  const found = (fields: Pick<ThreadRole, 'role' | 'doing'> & Partial<ThreadRole>): ThreadRole => ({
    ...role(fields.role, fields.doing),
    ...fields,
    sure: false,
  });
  if (process.state === 'R' && channel === '') return found({ role: 'busy', doing: 'is computing' });
  if (!files) return found({ role: 'unseen', doing: 'may not be looked at, as a program of another user' });
  if (channel === '') return found({ role: 'unseen', doing: 'does not show what it waits for' });
  const links = Object.values(files);
  const hasTerminal = links.some((link) => leadsTo(link, process, terminal) !== undefined);
  const hasSocket = links.some((link) => link.startsWith('socket:'));
  if (EPOLL_CHANNEL.test(channel) && thread.awaits) {
    const call = { name: 'epoll_wait', timed: true };
    return { ...roleByFiles(call, thread.awaits, process, terminal), sure: false };
  }
  if (/poll|select/.test(channel)) {
    const doing = `waits for something in ${channel}`;
    if (!hasTerminal) return found({ role: 'busy', doing });
    const makesTerminal = links.some((link) => link.endsWith('/ptmx'));
    const also = [...(hasSocket ? ['socket' as const] : []), ...(makesTerminal ? ['terminal' as const] : [])];
    return found({ role: 'watches', doing, timed: true, also });
  }
  // Since Linux 4.4 a read of a terminal and one of a TCP socket sleep in the same function.
  if (/n_tty_read|wait_woken/.test(channel)) {
    if (!hasTerminal) return found({ role: 'busy', doing: `is asleep in ${channel}` });
    if (hasSocket)
      return found({ role: 'unseen', doing: `sleeps in ${channel}: on its terminal or a socket` });
    return found({ role: 'reads', doing: `sleeps in ${channel} and has its terminal open` });
  }
  if (/do_wait|sigsuspend|sigtimedwait|pause|futex|pipe/.test(channel)) {
    return found({ role: 'idle', doing: `waits for others in ${channel}` });
  }
  return found({ role: 'busy', doing: `is in ${channel}` });
}

function role(kind: ThreadRole['role'], doing: string): ThreadRole {
  return { role: kind, doing, sure: true, timed: false, also: [] };
}
