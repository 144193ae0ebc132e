import { Deadline, isMuxError } from '../../model/index.js';
import { hostDefaults, type ProgramResult, type RunProgramOptions } from '../host.js';
import { outputTooLarge } from '../run-child.js';
import type { Pod } from './pod.js';
import { PodSession } from './pod-session.js';

export interface RunInPodOptions extends RunProgramOptions {
  /** Receives work that continues after the call has failed: ending the program. */
  readonly onCleanup: (work: Promise<void>) => void;
}

/** Runs a program in a pod to its end. */
export async function runInPod(
  pod: Pod,
  argv: readonly string[],
  options: RunInPodOptions,
): Promise<ProgramResult> {
  const { timeoutMs = hostDefaults.timeoutMs, signal, env, cwd, input = '' } = options;
  const { maxOutputBytes = hostDefaults.maxOutputBytes } = options;
  const program = argv[0] ?? '';
  const what = `Running '${program}' on ${pod.place}`;
  using deadline = new Deadline({ what, timeoutMs, ...(signal && { signal }) });
  if (deadline.error) throw deadline.error;
  const chunks = { stdout: [] as Buffer[], stderr: [] as Buffer[] };
  const bytes = { stdout: 0, stderr: 0 };
  let tooLarge: () => void = () => {};
  const overflow = new Promise<never>((_, reject) => {
    tooLarge = () => reject(outputTooLarge(program, maxOutputBytes));
  });
  // Told by the race below; it may come when that is over.
  overflow.catch(() => undefined);
  const listener = {
    output(channel: 'stdout' | 'stderr', part: Buffer): void {
      bytes[channel] += part.length;
      if (bytes[channel] > maxOutputBytes) tooLarge();
      else chunks[channel].push(part);
    },
  };
  const session = await PodSession.start(
    pod,
    { argv, env, cwd },
    { listener, deadline, input: Buffer.from(input), onCleanup: options.onCleanup },
  );
  try {
    session.resume();
    const { code, error } = await deadline.race(Promise.race([session.ended, overflow]));
    if (error) throw error;
    return { code: code ?? 1, stdout: Buffer.concat(chunks.stdout), stderr: Buffer.concat(chunks.stderr) };
  } catch (error) {
    if (deadline.error || isMuxError(error, 'OUTPUT_TOO_LARGE')) {
      options.onCleanup(session.kill().finally(() => session.terminate()));
    }
    throw error;
  }
}
