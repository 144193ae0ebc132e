import { describe, expect, it } from 'vitest';
import { epollDescriptors, parseSystemCall, timeoutIn, watchedDescriptors } from './system-calls.js';

const STACK = '0x7ffd4a9b9928 0x7f15d5b09503';

describe('a system call as /proc shows it', () => {
  it('is a read of a descriptor, on both kinds of machine', () => {
    expect(parseSystemCall(`0 0x3 0x7ffe10 0x400 0x0 0x0 0x0 ${STACK}`, 'x86_64')).toEqual({
      name: 'read',
      timed: false,
      reads: 3,
    });
    expect(parseSystemCall(`63 0x0 0x7ffe10 0x400 0x0 0x0 0x0 ${STACK}`, 'aarch64')).toMatchObject({
      name: 'read',
      reads: 0,
    });
  });

  it('has a timeout or none, however -1 is written', () => {
    const poll = (timeout: string) =>
      parseSystemCall(`7 0x7ffe10 0x1 ${timeout} 0x0 0x0 0x0 ${STACK}`, 'x86_64');
    expect(poll('0xffffffff')).toMatchObject({ name: 'poll', timed: false });
    expect(poll('0xffffffffffffffff')).toMatchObject({ timed: false });
    expect(poll('0x64')).toMatchObject({ timed: true });
    const ppoll = (time: string) =>
      parseSystemCall(`73 0x7ffe10 0x1 ${time} 0x0 0x8 0x0 ${STACK}`, 'aarch64');
    expect(ppoll('0x0')).toMatchObject({ name: 'ppoll', timed: false });
    expect(ppoll('0x7ffe80')).toMatchObject({ timed: true });
    const epoll = (time: string) =>
      parseSystemCall(`281 0xd 0x7ffe10 0x400 ${time} 0x0 0x8 ${STACK}`, 'x86_64');
    expect(epoll('0xffffffff')).toEqual({ name: 'epoll_pwait', timed: false, epoll: 13 });
    expect(epoll('0x3e8')).toMatchObject({ timed: true });
  });

  it('says how long it waits, or where that stands', () => {
    const poll = parseSystemCall(`7 0x7ffe10 0x1 0x64 0x0 0x0 0x0 ${STACK}`, 'x86_64');
    expect(poll).toMatchObject({ timeoutMs: 100 });
    const select = parseSystemCall(`270 0x1 0x7ffe10 0x0 0x0 0x7ffe80 0x0 ${STACK}`, 'x86_64');
    expect(select?.timeout).toEqual({ form: 'timespec', address: 0x7ffe80 });
    const memory = Buffer.alloc(16);
    memory.writeBigInt64LE(3n, 0);
    memory.writeBigInt64LE(500_000n, 8);
    expect(timeoutIn('timeval', memory)).toBe(3_500);
    expect(timeoutIn('timespec', memory)).toBe(3_000.5);
    expect(timeoutIn('timespec', memory.subarray(0, 8))).toBeUndefined();
    expect(timeoutIn('deadline', memory, 2_000)).toBe(1_000.5);
    expect(timeoutIn('deadline', memory)).toBeUndefined();
  });

  it('says how long it sleeps, or until when', () => {
    const sleep = (call: string) => parseSystemCall(`${call} ${STACK}`, 'x86_64');
    expect(sleep('35 0x7ffe10 0x0 0x0 0x0 0x0 0x0')).toMatchObject({
      timed: true,
      timeout: { form: 'timespec', address: 0x7ffe10 },
    });
    const until = sleep('230 0x1 0x1 0x7ffe10 0x0 0x0 0x0');
    expect(until).toMatchObject({ timed: true, timeout: { form: 'deadline' } });
    expect(sleep('230 0x0 0x0 0x7ffe10 0x0 0x0 0x0')?.timeout?.form).toBe('timespec');
    // The time of day cannot be compared.
    expect(sleep('230 0x0 0x1 0x7ffe10 0x0 0x0 0x0')).toEqual({ name: 'clock_nanosleep', timed: true });
    expect(sleep('202 0x7ffe10 0x80 0x2 0x0 0x0 0x0')).toMatchObject({ name: 'futex', timed: false });
  });

  it('says where its descriptors stand', () => {
    expect(parseSystemCall(`271 0x7ffe10 0x3 0x0 0x0 0x8 0x0 ${STACK}`, 'x86_64')?.set).toEqual({
      form: 'poll',
      address: 0x7ffe10,
      bytes: 24,
    });
    const select = (count: string, address: string) =>
      parseSystemCall(`270 ${count} ${address} 0x0 0x0 0x0 0x0 ${STACK}`, 'x86_64')?.set;
    expect(select('0x1', '0x7ffe10')).toEqual({ form: 'bits', address: 0x7ffe10, bytes: 8 });
    expect(select('0x41', '0x7ffe10')).toMatchObject({ bytes: 16 });
    expect(select('0x1', '0x0')).toMatchObject({ bytes: 0 });
  });

  it('is not guessed for a 32-bit program, a strange machine, or a thread outside a call', () => {
    const line = '7 0x3 0xff10 0x400 0x0 0x0 0x0';
    expect(parseSystemCall(`${line} 0xffe0a9b8 0xf7fc4559`, 'x86_64')).toBeUndefined();
    expect(parseSystemCall(`${line} ${STACK}`, 's390x')).toBeUndefined();
    expect(parseSystemCall('-1 0x7ffd4a9b9928 0x7f15d5b09503', 'x86_64')).toBeUndefined();
    expect(parseSystemCall('', 'x86_64')).toBeUndefined();
    expect(parseSystemCall('running', 's390x')).toEqual({ name: 'running', timed: false });
  });
});

describe('the descriptors that are watched for input', () => {
  it('are those of a poll that ask for it', () => {
    const entry = (fd: number, events: number): Buffer => {
      const bytes = Buffer.alloc(8);
      bytes.writeInt32LE(fd, 0);
      bytes.writeInt16LE(events, 4);
      return bytes;
    };
    const memory = Buffer.concat([entry(0, 1), entry(1, 0), entry(-1, 1), entry(2, 4), entry(7, 0x40)]);
    expect(watchedDescriptors('poll', memory)).toEqual([0, 7]);
  });

  it('are the bits of a select', () => {
    expect(watchedDescriptors('bits', Buffer.from([0b1001, 0, 0, 0, 0, 0, 0, 0, 0b10]))).toEqual([0, 3, 65]);
  });

  it('are those of an epoll set that ask for it', () => {
    const lines = [
      'tfd:        9 events:       19 data:                9  pos:0 ino:9 sdev:1a',
      'tfd:        1 events:       1c data:                1',
      'nonsense',
    ];
    expect(epollDescriptors(lines)).toEqual([9]);
  });
});
