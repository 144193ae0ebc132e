import type { MuxError } from '../model/index.js';
import { outputUnwritable } from './output-unwritable.js';
import { type Style, style } from './style.js';
import { isWrittenAtOnce, writeAll } from './written-file.js';

/** Where a command prints. */
export interface Output {
  print(data: string | Uint8Array): void;
  /** The same; resolves when a reader that is slow can take more. */
  printWhenReady(text: string): Promise<void>;
  printError(text: string): void;
  readonly style: Style;
  readonly errorStyle: Style;
  /** Whether stdout is a terminal that can move its cursor. */
  readonly live: boolean;
  /** The same of stderr. */
  readonly liveError: boolean;
  /** Rows of the terminal. */
  readonly rows: number;
  /** Columns of the terminal; none where stdout is a file or a pipe, which takes lines of any length. */
  readonly width?: number | undefined;
  /** Calls back when the terminal gets another size; the returned function ends that. */
  onResize(listener: () => void): () => void;
}

/**
 * stdout and stderr of this process. A reader that has seen enough (`mux ls | head -1`) ends it quietly; a stdout that
 * cannot be written ends it with a sentence. What cannot be told on stderr is not told.
 *
 * @param report tells that sentence, and gives the exit code
 */
export function openOutput(report: (error: MuxError, output: Output) => number): Output {
  const { stdout, stderr } = process;
  stdout.on('error', fail);
  stderr.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') fail(error);
  });
  const atOnce = isWrittenAtOnce(stdout);
  const output: Output = {
    print: (data) => void write(data),
    printWhenReady: (text) =>
      new Promise((resolve) => {
        if (write(text)) resolve();
        else stdout.once('drain', resolve);
      }),
    printError: (text) => void stderr.write(text),
    style: style(wantsColour(stdout.isTTY)),
    errorStyle: style(wantsColour(stderr.isTTY)),
    live: Boolean(stdout.isTTY) && !isDumb(),
    liveError: Boolean(stderr.isTTY) && !isDumb(),
    get rows() {
      return stdout.rows || 24;
    },
    get width() {
      return stdout.isTTY ? stdout.columns || undefined : undefined;
    },
    onResize: (listener) => {
      stdout.on('resize', listener);
      return () => void stdout.off('resize', listener);
    },
  };
  return output;

  function write(data: string | Uint8Array): boolean {
    if (!atOnce) return stdout.write(data);
    try {
      writeAll(stdout.fd, data);
    } catch (error) {
      fail(error as NodeJS.ErrnoException);
    }
    return true;
  }

  function fail(error: NodeJS.ErrnoException): never {
    if (error.code === 'EPIPE') process.exit(process.exitCode ?? 0);
    process.exit(report(outputUnwritable(error), { ...output, printError: tell }));
  }
}

/** At once: the process ends. */
function tell(text: string): void {
  try {
    writeAll(2, text);
  } catch {
    // The exit code tells.
  }
}

function wantsColour(isTty: boolean | undefined): boolean {
  return Boolean(isTty) && !process.env.NO_COLOR && !isDumb();
}

function isDumb(): boolean {
  return process.env.TERM === 'dumb';
}
