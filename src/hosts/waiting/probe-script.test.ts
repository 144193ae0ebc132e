import { describe, expect, it } from 'vitest';
import { parseProbe } from './probe-script.js';
import { terminalFacts } from './raw-facts.js';
import { terminalDevice } from './terminal-facts.js';

const STAT = '1 12 12 34818 12 4194304 90 0 0 0 3 4 0 0 20 0 1 0';

const facts = (lines: readonly string[]) => terminalFacts(parseProbe(Buffer.from(`${lines.join('\n')}\n`)));

describe('what the probe prints', () => {
  it('becomes facts about the processes and threads in the foreground', () => {
    const found = facts([
      'system Linux aarch64',
      'terminal 34818',
      `/proc/12/stat:12 (my program) S ${STAT}`,
      '/proc/12/task/12/syscall:73 0xffffe10 0x1 0x0 0x0 0x8 0x0 0x7ffd4a9b9928 0x7f15d5b09503',
      '/proc/12/task/12/wchan:do_sys_poll',
      '/proc/12/task/12/schedstat:1119414 1770790 3',
      'memory /proc/12/task/12 00 00 00 00 01 00 00 00',
      'lrwx------ 1 0 0 64 Nov 15 12:00 /proc/12/fd/0 -> /dev/pts/2',
      'l-wx------ 1 0 0 64 Nov 15 12:00 /proc/12/fd/1 -> pipe:[77]',
      'modes 34818 500:5:bf:8a33:3:1c:7f:15:4:0:1:0:11:13:1a:0:12:f:17:16:0:0:0:0:0:0:0:0:0:0:0:0:0:0:0:0',
    ]);
    expect(found).toEqual({
      system: 'Linux',
      machine: 'aarch64',
      terminal: 34818,
      cut: false,
      whole: false,
      modes: [{ terminal: 34818, canonical: true, echo: false }],
      processes: [
        {
          pid: 12,
          parent: 1,
          group: 12,
          terminal: 34818,
          name: 'my program',
          state: 'S',
          cpuTicks: 7,
          files: { 0: '/dev/pts/2', 1: 'pipe:[77]' },
          threads: [
            {
              id: 12,
              timeslices: 3,
              waitChannel: 'do_sys_poll',
              call: { name: 'ppoll', timed: false },
              awaits: [0],
            },
          ],
        },
      ],
    });
    expect(terminalDevice(34818)).toBe('/dev/pts/2');
  });

  it('is taken with a grain of salt where a program has an odd name', () => {
    const found = facts([
      'system Linux x86_64',
      'terminal 34818',
      '/proc/12/stat:12 (a) R 1 (',
      `/proc/12/stat:\x1b[31mé) S ${STAT}`,
    ]);
    expect(found.processes).toMatchObject([{ pid: 12, name: 'a) R 1 (??[31mé', state: 'S', group: 12 }]);
  });

  it('leaves open what may not be read', () => {
    const found = facts([
      'system Linux x86_64',
      'terminal 34818',
      `/proc/12/stat:12 (su) S ${STAT}`,
      'modes 34818 ',
      'cut',
    ]);
    expect(found).toMatchObject({ cut: true, modes: [], processes: [{ threads: [], files: undefined }] });
    const poll = '/proc/12/task/12/syscall:7 0xffffe10 0x2 0x0 0x0 0x8 0x0 0x7ffd4a9b9928 0x7f15d5b09503';
    const short = 'memory /proc/12/task/12 00 00 00 00 01 00 00 00';
    const cutOff = facts([
      'system Linux x86_64',
      'terminal 34818',
      `/proc/12/stat:12 (a) S ${STAT}`,
      poll,
      short,
    ]);
    expect(cutOff.processes[0]?.threads[0]?.awaits).toBeUndefined();
  });

  it('is little on a system that is not Linux', () => {
    expect(facts(['system Darwin arm64'])).toMatchObject({ system: 'Darwin', terminal: 0, processes: [] });
  });
});

describe('the device of a terminal', () => {
  it('is a pseudo-terminal, also beyond the 256th', () => {
    expect(terminalDevice(0x8800)).toBe('/dev/pts/0');
    expect(terminalDevice((1 << 20) | 0x8801)).toBe('/dev/pts/257');
    expect(terminalDevice(0x8901)).toBe('/dev/pts/257');
    expect(terminalDevice(0x0401)).toBeUndefined();
    expect(terminalDevice(0)).toBeUndefined();
  });
});
