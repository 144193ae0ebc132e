import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import type { OpenRuns } from './open-runs.js';

/** Others want to get on, too: what is looked at is what they do. */
const INTERVAL_MS = 50;

export interface HostSampler {
  /** Resolves when it has looked so many times more. */
  looks(count: number): Promise<void>;
  stop(): Promise<{ found: string[]; looks: number }>;
}

/**
 * Looks again and again, until it is told to stop: at the arguments of all processes, here and on the host, and at all
 * files of runs. Resolves with what `judge` said about them, each once, and how often it looked.
 */
export function sampleHost(
  runs: OpenRuns,
  judge: (texts: ReadonlyMap<string, string>) => readonly string[],
): HostSampler {
  const found = new Set<string>();
  let going = true;
  let looks = 0;
  const sampling = (async () => {
    while (going) {
      for (const what of judge(argumentsHere())) found.add(what);
      for (const what of judge(await textsThere(runs))) found.add(what);
      looks += 1;
      await delay(INTERVAL_MS);
    }
  })();
  return {
    async looks(count) {
      for (const until = looks + count; looks < until; ) await Promise.race([sampling, delay(INTERVAL_MS)]);
    },
    async stop() {
      going = false;
      await sampling;
      return { found: [...found], looks };
    },
  };
}

function argumentsHere(): Map<string, string> {
  const texts = new Map<string, string>();
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      const text = readFileSync(`/proc/${pid}/cmdline`, 'latin1');
      texts.set(`the arguments ${text.slice(0, 60)}`, text);
    } catch {
      // It has ended meanwhile.
    }
  }
  return texts;
}

async function textsThere({ host, folder }: OpenRuns): Promise<Map<string, string>> {
  const options = { maxOutputBytes: 64 * 1024 * 1024, timeoutMs: 60_000 };
  const files = await host.script('find "$1" -type f -exec cat {} + 2>/dev/null; :', [folder], options);
  const processes = await host.script('cat /proc/[0-9]*/cmdline 2>/dev/null; :', [], options);
  return new Map([
    ['files of runs', files.stdout.toString('latin1')],
    ['arguments on the host', processes.stdout.toString('latin1')],
  ]);
}
