import {
  type DescriptorSet,
  epollDescriptors,
  parseSystemCall,
  type SystemCall,
  timeoutIn,
  watchedDescriptors,
} from './system-calls.js';
import type {
  ProcessFacts,
  TerminalFacts,
  TerminalModes,
  ThreadCall,
  ThreadFacts,
} from './terminal-facts.js';

/** What the files of `/proc` say, as they say it, whichever way they were read. */
export interface RawFacts {
  readonly system: string;
  readonly machine: string;
  readonly terminal: number;
  readonly cut: boolean;
  readonly whole: boolean;
  readonly processes: Iterable<RawProcess>;
  /** What `stty -g` says of a terminal, by its device number; behind it `stty size` where it is not that of the pane. */
  readonly modes: ReadonlyMap<number, string>;
  /** What the monotonic clock of the host showed. */
  readonly nowMs?: number;
}

export interface RawProcess {
  readonly stat: string;
  readonly threads: ReadonlyMap<number, RawThread>;
  readonly files: Readonly<Record<number, string>> | undefined;
  /** The lines of `fdinfo` for its epoll descriptors. */
  readonly epolls: ReadonlyMap<number, readonly string[]>;
  /** The flags of its descriptors as `fdinfo` has them, of those that may lead to a terminal. */
  readonly flags: ReadonlyMap<number, string>;
}

export interface RawThread {
  readonly syscall?: string;
  readonly wchan?: string;
  readonly schedstat?: string;
  /** The memory that the call's descriptors stand in. */
  readonly memory?: Buffer;
  /** The memory that the call's timeout stands in. */
  readonly timeout?: Buffer;
}

/** Takes the text of `/proc` apart. */
export function terminalFacts(raw: RawFacts): TerminalFacts {
  const { system, machine, terminal, cut, whole } = raw;
  const processes: ProcessFacts[] = [];
  for (const process of raw.processes) {
    const stat = parseStat(process.stat);
    if (!stat) continue;
    const { foreground: _, ...facts } = stat;
    const threads = [...process.threads].map(([id, thread]) => threadFacts(id, thread, process, raw));
    const signalled = isSignalled(process);
    processes.push({ ...facts, threads, files: process.files, ...(signalled && { signalled }) });
  }
  const modes = [...raw.modes].flatMap(([number, text]) => terminalModes(number, text) ?? []);
  return { system, machine, terminal, processes, modes, cut, whole };
}

/** Whether input of a terminal is signalled to it. */
function isSignalled({ flags, files = {} }: RawProcess): boolean {
  return [...flags].some(([fd, text]) => {
    return /\/dev\/(pts\/\d+|tty)$/.test(files[fd] ?? '') && (Number.parseInt(text, 8) & O_ASYNC) !== 0;
  });
}

const O_ASYNC = 0o20000;

function threadFacts(
  id: number,
  thread: RawThread,
  process: RawProcess,
  { machine, nowMs }: RawFacts,
): ThreadFacts {
  const call = parseSystemCall(thread.syscall ?? '', machine);
  // `0` is what is shown to those who may not know.
  const waitChannel = thread.wchan === '0' ? '' : (thread.wchan ?? '');
  const timeslices = Number(thread.schedstat?.split(' ')[2] ?? 0);
  const common = { id, timeslices, waitChannel, call: call && threadCall(call, thread.timeout, nowMs) };
  if (call?.reads !== undefined) return { ...common, awaits: [call.reads] };
  if (call?.set) return { ...common, awaits: nested(process, descriptorsIn(call.set, thread.memory)) };
  if (call?.epoll !== undefined)
    return { ...common, awaits: nested(process, inEpoll(process.epolls.get(call.epoll))) };
  if (call) return { ...common, awaits: call.name === 'restart_syscall' ? undefined : [] };
  // Which of its epoll sets it waits for is not known, but seldom has a program more than one.
  if (EPOLL_CHANNEL.test(waitChannel))
    return { ...common, awaits: inEpoll([...process.epolls.values()].flat()) };
  return { ...common, awaits: undefined };
}

/** An epoll set can be waited for as a descriptor, also by another one: what is in it is waited for then. */
function nested({ epolls }: RawProcess, awaits: readonly number[] | undefined): number[] | undefined {
  if (!awaits) return undefined;
  const all = new Set(awaits);
  // A set grows while it is walked through.
  for (const fd of all) for (const inner of inEpoll(epolls.get(fd)) ?? []) all.add(inner);
  return [...all];
}

/** `ep_poll`, or since it is part of it, `do_epoll_wait`. */
export const EPOLL_CHANNEL = /ep_poll|epoll/;

function threadCall(call: SystemCall, memory: Buffer | undefined, nowMs: number | undefined): ThreadCall {
  const { name, timed, writes, timeout } = call;
  const timeoutMs = call.timeoutMs ?? (timeout && memory && timeoutIn(timeout.form, memory, nowMs));
  return {
    name,
    timed,
    ...(timeoutMs !== undefined && { timeoutMs }),
    ...(writes !== undefined && { writes }),
  };
}

function descriptorsIn(set: DescriptorSet, memory: Buffer | undefined): number[] | undefined {
  if (set.bytes === 0) return [];
  return memory && memory.length >= set.bytes ? watchedDescriptors(set.form, memory) : undefined;
}

function inEpoll(lines: readonly string[] | undefined): number[] | undefined {
  return lines && lines.length > 0 ? epollDescriptors(lines) : undefined;
}

export type Stat = Omit<ProcessFacts, 'threads' | 'files'> & { readonly foreground: number };

/** `/proc/PID/stat`: the name is in parentheses and may have any character in it, also those. */
export function parseStat(stat: string): Stat | undefined {
  const open = stat.indexOf('(');
  const close = stat.lastIndexOf(')');
  if (open < 0 || close < open) return undefined;
  const fields = stat.slice(close + 2).split(' ');
  const number = (index: number): number => Number(fields[index] ?? 0);
  return {
    pid: Number.parseInt(stat, 10),
    name: printable(stat.slice(open + 1, close)),
    state: fields[0] ?? '',
    parent: number(1),
    group: number(2),
    terminal: number(4),
    foreground: number(5),
    cpuTicks: number(11) + number(12),
  };
}

/** A program gives itself its name, and may put sequences into it that a terminal would obey. */
function printable(name: string): string {
  return Buffer.from(name, 'latin1')
    .toString()
    .replace(/[\x00-\x1f\x7f-\x9f]/g, '?');
}

/** `stty -g`: the flags of the terminal in hexadecimal, of which the fourth are those for input, then its characters. */
function terminalModes(terminal: number, text: string): TerminalModes | undefined {
  const [settings = '', ...size] = text.split(' ');
  const fields = settings.split(':').map((field) => Number.parseInt(field, 16));
  const flags = fields[3] ?? Number.NaN;
  if (Number.isNaN(flags)) return undefined;
  const canonical = (flags & ICANON) !== 0;
  const tenths = canonical || fields[VMIN] !== 0 ? 0 : (fields[VTIME] ?? 0);
  return {
    terminal,
    canonical,
    echo: (flags & ECHO) !== 0,
    ...(tenths > 0 && { readTimeoutMs: tenths * 100 }),
    ...(size.join(' ') === '0 0' && { sizeless: true }),
  };
}

const ICANON = 0x2;
const ECHO = 0x8;
const VTIME = 9;
const VMIN = 10;
