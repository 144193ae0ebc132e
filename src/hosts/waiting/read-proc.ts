import { closeSync, openSync, readdirSync, readlinkSync, readSync } from 'node:fs';
import { foregroundProcesses } from './foreground-processes.js';
import { listFolder, readText } from './proc-files.js';
import type { RawFacts, RawProcess, RawThread } from './raw-facts.js';
import { type DescriptorSet, parseSystemCall } from './system-calls.js';

/**
 * Reads `/proc` of this machine, for a few tenths of a millisecond, in which nothing else happens here: these files
 * are made up in memory, and waiting for a thread of the pool for each would take far longer than reading them.
 */
export function readProc(panePid: number, machine: string, limit: number): Omit<RawFacts, 'modes'> {
  const { members, terminal, cut } = foregroundProcesses(panePid, limit);
  const processes = members.flatMap((pid) => readProcess(pid, machine) ?? []);
  return { system: 'Linux', machine, terminal, cut, processes };
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
    const memory = call?.set && readMemory(pid, call.set);
    const wchan = readText(`${folder}/wchan`);
    const schedstat = readText(`${folder}/schedstat`);
    threads.set(Number(name), {
      ...(syscall !== undefined && { syscall }),
      ...(wchan !== undefined && { wchan }),
      ...(schedstat !== undefined && { schedstat }),
      ...(memory && { memory }),
    });
    if (call) {
      if (call.epoll !== undefined) epolls.set(call.epoll, readEpoll(pid, call.epoll));
    } else {
      for (const [fd, link] of Object.entries(files ?? {})) {
        if (link === 'anon_inode:[eventpoll]') epolls.set(Number(fd), readEpoll(pid, Number(fd)));
      }
    }
  }
  return { stat, threads, files, epolls };
}

function readLinks(pid: number): Record<number, string> | undefined {
  try {
    const links: Record<number, string> = {};
    for (const fd of readdirSync(`/proc/${pid}/fd`)) {
      try {
        links[Number(fd)] = readlinkSync(`/proc/${pid}/fd/${fd}`);
      } catch {
        // Closed in between.
      }
    }
    return links;
  } catch {
    return undefined;
  }
}

function readEpoll(pid: number, fd: number): string[] {
  return (readText(`/proc/${pid}/fdinfo/${fd}`) ?? '').split('\n').filter((line) => line.startsWith('tfd:'));
}

function readMemory(pid: number, { address, bytes }: DescriptorSet): Buffer | undefined {
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
