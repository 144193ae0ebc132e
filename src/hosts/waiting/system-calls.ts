import type { ThreadCall } from './terminal-facts.js';

/** A system call that a thread is in, taken from `/proc/PID/syscall`. */
export interface SystemCall extends ThreadCall {
  /** The descriptor it reads from. */
  readonly reads?: number;
  /** The descriptor of the epoll set that it waits for. */
  readonly epoll?: number;
  /** Where in its memory the descriptors stand that it waits for. */
  readonly set?: DescriptorSet;
  /** Where in its memory the time stands after which it ends by itself. */
  readonly timeout?: TimeoutPlace;
}

/**
 * Two words of 64 bits: seconds, and microseconds (`timeval`) or nanoseconds (`timespec`). A `deadline` is a `timespec` of
 * the monotonic clock.
 */
export interface TimeoutPlace {
  readonly form: 'timeval' | 'timespec' | 'deadline';
  readonly address: number;
}

export const TIMEOUT_BYTES = 16;

export interface DescriptorSet {
  /** `struct pollfd`s, or the bits of an `fd_set`. */
  readonly form: 'poll' | 'bits';
  readonly address: number;
  readonly bytes: number;
}

/**
 * Understands a line of `/proc/PID/syscall`: `running`, or the number, six arguments, stack pointer and program
 * counter. `undefined` is a call of a machine that we do not know, or of a 32-bit program, which numbers them in its
 * own way.
 */
export function parseSystemCall(line: string, machine: string): SystemCall | undefined {
  const words = line.trim().split(' ');
  if (words[0] === 'running') return { name: 'running', timed: false };
  const names = callNames(machine);
  // A 64-bit program has its stack far above 4 GB, and a 32-bit one below.
  if (!names || words.length !== 9 || Number(words[7]) < 2 ** 32) return undefined;
  const name = names[Number(words[0])] ?? `system call ${words[0]}`;
  const [first = 0, second = 0, third = 0, fourth = 0, fifth = 0] = words.slice(1).map(Number);
  switch (name) {
    case 'read':
    case 'readv':
    case 'splice':
      return { name, timed: false, reads: descriptor(first) };
    case 'sendfile':
      return { name, timed: false, reads: descriptor(second) };
    case 'write':
    case 'writev':
      return { name, timed: false, writes: descriptor(first) };
    case 'poll':
      return { name, ...timeoutOf(third), set: pollSet(first, second) };
    case 'ppoll':
      return { name, ...timeoutAt('timespec', third), set: pollSet(first, second) };
    case 'select':
      return { name, ...timeoutAt('timeval', fifth), set: bitSet(first, second) };
    case 'pselect6':
      return { name, ...timeoutAt('timespec', fifth), set: bitSet(first, second) };
    case 'epoll_wait':
    case 'epoll_pwait':
      return { name, ...timeoutOf(fourth), epoll: descriptor(first) };
    case 'epoll_pwait2':
      return { name, ...timeoutAt('timespec', fourth), epoll: descriptor(first) };
    case 'nanosleep':
      return { name, ...timeoutAt('timespec', first) };
    case 'clock_nanosleep':
      return { name, ...clockTimeout(descriptor(first), second, third) };
    case 'futex':
      // What it wakes up at stands in memory, in one of several forms.
      return { name, timed: fourth !== 0 };
    default:
      return { name, timed: false };
  }
}

/** Flag 1 makes it the time of a clock instead of a duration; only the monotonic one (1) can be compared. */
function clockTimeout(clock: number, flags: number, address: number): Pick<SystemCall, 'timed' | 'timeout'> {
  if ((flags & 1) === 0) return timeoutAt('timespec', address);
  return clock === 1 ? timeoutAt('deadline', address) : { timed: true };
}

/** Most descriptors of one call that are looked at. */
const MAX_DESCRIPTORS = 1024;

function pollSet(address: number, count: number): DescriptorSet {
  return { form: 'poll', address, bytes: Math.min(count, MAX_DESCRIPTORS) * 8 };
}

/** The kernel reads an fd_set by words of 64 bits. A program that watches nothing for input gives no address. */
function bitSet(count: number, address: number): DescriptorSet {
  const words = address === 0 ? 0 : Math.ceil(Math.min(descriptor(count), MAX_DESCRIPTORS) / 64);
  return { form: 'bits', address, bytes: Math.max(words, 0) * 8 };
}

/** An `int` in a register, of which only the lower half counts. */
function descriptor(argument: number): number {
  return (argument % 2 ** 32) | 0;
}

/** Milliseconds, where a negative number means forever. */
function timeoutOf(argument: number): Pick<SystemCall, 'timed' | 'timeoutMs'> {
  // -1 is written with 32 or with 64 bits, and more than 53 of them are not exact here.
  return argument < 2 ** 31 ? { timed: true, timeoutMs: argument } : { timed: false };
}

/** A null pointer means forever. */
function timeoutAt(form: TimeoutPlace['form'], address: number): Pick<SystemCall, 'timed' | 'timeout'> {
  return address === 0 ? { timed: false } : { timed: true, timeout: { form, address } };
}

/**
 * The milliseconds of the bytes that `timeout` stands for.
 *
 * @param nowMs what the monotonic clock of the host shows
 */
export function timeoutIn(form: TimeoutPlace['form'], memory: Buffer, nowMs?: number): number | undefined {
  if (memory.length < TIMEOUT_BYTES) return undefined;
  const part = Number(memory.readBigInt64LE(8));
  const ms = Number(memory.readBigInt64LE(0)) * 1_000 + part / (form === 'timeval' ? 1e3 : 1e6);
  if (form !== 'deadline') return ms;
  return nowMs === undefined ? undefined : ms - nowMs;
}

/** The descriptors that are watched for input, of the bytes that `set` stands for. */
export function watchedDescriptors(form: DescriptorSet['form'], memory: Buffer): number[] {
  const found: number[] = [];
  if (form === 'poll') {
    for (let at = 0; at + 8 <= memory.length; at += 8) {
      const fd = memory.readInt32LE(at);
      if (fd >= 0 && (memory.readInt16LE(at + 4) & POLL_INPUT) !== 0) found.push(fd);
    }
  } else {
    for (const [index, byte] of memory.entries()) {
      for (let bit = 0; bit < 8; bit++) if (byte & (1 << bit)) found.push(index * 8 + bit);
    }
  }
  return found;
}

/** The same of the lines of `/proc/PID/fdinfo/N`: `tfd:       13 events:       19 data: …`. */
export function epollDescriptors(lines: readonly string[]): number[] {
  const found: number[] = [];
  for (const line of lines) {
    const [, fd, events = '0'] = /^tfd:\s*(\d+) events:\s*([0-9a-f]+)/.exec(line) ?? [];
    if (fd !== undefined && (Number.parseInt(events, 16) & POLL_INPUT) !== 0) found.push(Number(fd));
  }
  return found;
}

/** POLLIN or POLLRDNORM; those of epoll have the same values. */
const POLL_INPUT = 0x41;

function callNames(machine: string): Readonly<Record<number, string>> | undefined {
  if (machine === 'x86_64') return X86_64;
  return ['aarch64', 'riscv64', 'loongarch64'].includes(machine) ? GENERIC : undefined;
}

// biome-ignore format: a table
const X86_64: Readonly<Record<number, string>> = {
  0: 'read', 1: 'write', 7: 'poll', 16: 'ioctl', 19: 'readv', 20: 'writev', 23: 'select', 34: 'pause',
  35: 'nanosleep', 40: 'sendfile', 42: 'connect', 43: 'accept', 44: 'sendto', 45: 'recvfrom', 46: 'sendmsg',
  47: 'recvmsg', 61: 'wait4', 72: 'fcntl', 73: 'flock', 74: 'fsync', 128: 'rt_sigtimedwait', 130: 'rt_sigsuspend',
  202: 'futex', 219: 'restart_syscall', 230: 'clock_nanosleep', 232: 'epoll_wait', 247: 'waitid', 270: 'pselect6',
  271: 'ppoll', 275: 'splice', 281: 'epoll_pwait', 288: 'accept4', 299: 'recvmmsg', 426: 'io_uring_enter',
  441: 'epoll_pwait2',
};

/** The numbers that all younger machines share. */
// biome-ignore format: a table
const GENERIC: Readonly<Record<number, string>> = {
  22: 'epoll_pwait', 25: 'fcntl', 29: 'ioctl', 32: 'flock', 63: 'read', 64: 'write', 65: 'readv', 66: 'writev',
  71: 'sendfile', 72: 'pselect6', 73: 'ppoll', 76: 'splice', 82: 'fsync', 95: 'waitid', 98: 'futex', 101: 'nanosleep',
  115: 'clock_nanosleep', 128: 'restart_syscall', 133: 'rt_sigsuspend', 137: 'rt_sigtimedwait', 202: 'accept',
  203: 'connect', 206: 'sendto', 207: 'recvfrom', 211: 'sendmsg', 212: 'recvmsg', 242: 'accept4', 243: 'recvmmsg',
  260: 'wait4', 426: 'io_uring_enter', 441: 'epoll_pwait2',
};
