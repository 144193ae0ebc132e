import { type Style, style } from './style.js';

/** Where a command prints. */
export interface Output {
  print(text: string): void;
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

/** stdout and stderr of this process. A reader that has seen enough (`mux ls | head -1`) ends it quietly. */
export function openOutput(): Output {
  const { stdout, stderr } = process;
  for (const stream of [stdout, stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EPIPE') process.exit(process.exitCode ?? 0);
      throw error;
    });
  }
  return {
    print: (text) => void stdout.write(text),
    printWhenReady: (text) =>
      new Promise((resolve) => {
        if (stdout.write(text)) resolve();
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
}

function wantsColour(isTty: boolean | undefined): boolean {
  return Boolean(isTty) && !process.env.NO_COLOR && !isDumb();
}

function isDumb(): boolean {
  return process.env.TERM === 'dumb';
}
