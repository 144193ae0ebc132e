import { readdirSync, readFileSync } from 'node:fs';

/** A process of this machine, as `/proc` has it. */
export interface HostProcess {
  readonly pid: number;
  readonly parent: number;
  readonly state: string;
  readonly argv: string;
  readonly environ: string;
}

/** All processes that can be looked at, but for this one. */
export function hostProcesses(): HostProcess[] {
  return readdirSync('/proc').flatMap((name) => {
    if (!/^\d+$/.test(name) || Number(name) === process.pid) return [];
    try {
      const read = (file: string): string => readFileSync(`/proc/${name}/${file}`, 'utf8');
      const fields = read('stat')
        .replace(/^.*\) /s, '')
        .split(' ');
      const argv = read('cmdline').replaceAll('\0', ' ').trim();
      return [
        {
          pid: Number(name),
          state: fields[0] ?? '',
          parent: Number(fields[1]),
          argv,
          environ: read('environ'),
        },
      ];
    } catch {
      return [];
    }
  });
}
