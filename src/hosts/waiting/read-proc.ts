import { closeSync, openSync, readSync } from 'node:fs';
import { listFolder, readLinks, readText } from './proc-files.js';
import type { RawFacts, RawProcess, RawThread } from './raw-facts.js';
import { parseSystemCall, TIMEOUT_BYTES } from './system-calls.js';
import type { TerminalProcesses } from './terminal-processes.js';

/**
 * Reads `/proc` of this machine, for a few tenths of a millisecond, in which nothing else happens here: these files
 * are made up in memory, and waiting for a thread of the pool for each would take far longer than reading them.
 */
export function readProc(found: TerminalProcesses, machine: string): Omit<RawFacts, 'modes'> {
  const { members, terminal, cut, whole } = found;
  const processes = members.flatMap((pid) => readProcess(pid, machine) ?? []);
  const nowMs = Number(process.hrtime.bigint()) / 1e6;
  return { system: 'Linux', machine, terminal, cut, whole, processes, nowMs };
}

function readProcess(pid: number, machine: string): RawProcess | undefined {
  const stat = readText(`/proc/${pid}/stat`);
  if (stat === undefined) return undefined;
  const threads = new Map<number, RawThread>();
  const epolls = new Map<number, string[]>();
  const files = readLinks(pid);
  for (const name of listFolder(`/proc/${pid}/task`)) {
    const folder = `/proc/${pid}/task/${name}`;
    const syscall = readText(`${folder}/syscall`);
    const call = parseSystemCall(syscall ?? '', machine);
    const memory = call?.set && readMemory(pid, call.set.address, call.set.bytes);
    const timeout = call?.timeout && readMemory(pid, call.timeout.address, TIMEOUT_BYTES);
    const wchan = readText(`${folder}/wchan`);
    const schedstat = readText(`${folder}/schedstat`);
    threads.set(Number(name), {
      ...(syscall !== undefined && { syscall }),
      ...(wchan !== undefined && { wchan }),
      ...(schedstat !== undefined && { schedstat }),
      ...(memory && { memory }),
      ...(timeout && { timeout }),
    });
  }
  for (const [fd, link] of Object.entries(files ?? {})) {
    if (link === 'anon_inode:[eventpoll]') epolls.set(Number(fd), readEpoll(pid, Number(fd)));
  }
  return { stat, threads, files, epolls, flags: readFlags(pid, files ?? {}) };
}

function readFlags(pid: number, files: Readonly<Record<number, string>>): Map<number, string> {
  const terminals = Object.keys(files).filter((fd) => TERMINAL.test(files[Number(fd)] ?? ''));
  return new Map(
    terminals.map((fd) => {
      const [, flags = ''] = /^flags:\s*(\d+)/m.exec(readText(`/proc/${pid}/fdinfo/${fd}`) ?? '') ?? [];
      return [Number(fd), flags];
    }),
  );
}

const TERMINAL = /\/dev\/(pts\/\d+|tty)$/;

function readEpoll(pid: number, fd: number): string[] {
  return (readText(`/proc/${pid}/fdinfo/${fd}`) ?? '').split('\n').filter((line) => line.startsWith('tfd:'));
}

function readMemory(pid: number, address: number, bytes: number): Buffer | undefined {
  if (bytes === 0) return undefined;
  try {
    const file = openSync(`/proc/${pid}/mem`, 'r');
    try {
      const memory = Buffer.alloc(bytes);
      return memory.subarray(0, readSync(file, memory, 0, bytes, address));
    } finally {
      closeSync(file);
    }
  } catch {
    return undefined;
  }
}
