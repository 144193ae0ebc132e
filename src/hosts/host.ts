import type { CallOptions, HostAddress } from '../model/index.js';

/**
 * A place where programs run and files lie: this machine, a container, a machine behind SSH. It knows nothing of
 * tmux. Everything is by argv, never by a shell string, and every call has a deadline (5 seconds unless told).
 */
export interface Host extends AsyncDisposable {
  readonly address: HostAddress;

  /**
   * Runs a program to its end and collects what it prints. A non-zero exit is a result, not an exception; what
   * throws is a host that cannot be reached, a program that is not there, a deadline, an abort.
   */
  run(argv: readonly string[], options?: RunProgramOptions): Promise<ProgramResult>;

  /**
   * Runs a POSIX `sh` script in a shell that is kept open on the host, which takes a few milliseconds also where
   * `run` takes many. `args` are its `"$@"`. Neither they nor the script are to be seen in a list of processes. Its
   * stdin is empty, NUL bytes on its stderr are lost, and `$$` is the shell, which other scripts use too.
   *
   * What it starts in the background must let go of its stdout and stderr, and be parted from the shell by `setsid`
   * where it is to live on.
   *
   * It fails as `run` does. A shell that has died is replaced where it is certain that the script did not begin.
   *
   * @example
   * const { stdout } = await host.script('cd -- "$1" && tail -n 5 -- "$2"', ['/var/log', 'build.log']);
   */
  script(script: string, args?: readonly string[], options?: ScriptOptions): Promise<ProgramResult>;

  /**
   * Starts a program and keeps its stdin and stdout open. When the stream is closed, or this process dies, however
   * suddenly, the program sees the end of its input.
   */
  open(argv: readonly string[], options?: OpenStreamOptions): Promise<HostStream>;

  readonly files: HostFiles;

  /** Ends what the host keeps open. Streams are closed; programs that were started to outlive us are not. */
  close(): Promise<void>;
}

export interface RunProgramOptions extends CallOptions {
  /** Given to the program as its stdin, which then ends. Without it stdin is empty. */
  readonly input?: string | Uint8Array;
  /** Added to the environment that the host gives. */
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
  /**
   * Most bytes of stdout and of stderr each; beyond it the program is ended and `OUTPUT_TOO_LARGE` thrown.
   * @default 67108864
   */
  readonly maxOutputBytes?: number;
}

export interface ProgramResult {
  /** Exit code; 128+n where signal n ended the program. */
  readonly code: number;
  readonly stdout: Buffer;
  readonly stderr: Buffer;
}

export interface ScriptOptions extends CallOptions {
  /**
   * Most bytes of stdout and of stderr each; beyond it the script is ended and `OUTPUT_TOO_LARGE` thrown.
   * @default 67108864
   */
  readonly maxOutputBytes?: number;
}

export interface OpenStreamOptions extends CallOptions {
  readonly env?: Readonly<Record<string, string>>;
}

/** A running program with its input and output. Bytes are handed to one listener as they come: nothing is kept. */
export interface HostStream {
  /** Sends bytes to the program. `false` means that more is buffered than is good: wait for `drained`. */
  write(data: string | Uint8Array): boolean;
  /** Resolves when what was written has left this process. */
  drained(): Promise<void>;
  /** Ends the program's input. */
  end(): void;
  /** Takes over the stdout; must be called in the same tick that `open` resolved in. */
  onData(listener: (chunk: Buffer) => void): void;
  /** Stops or goes on taking bytes from the program. */
  pause(): void;
  resume(): void;
  /** Resolves once, when the program has ended or the link is gone; never rejects. */
  readonly closed: Promise<StreamEnd>;
  /** Ends the program's input, and the program itself where it does not go by itself. */
  close(): Promise<void>;
  /** The stream no longer keeps this process running. */
  unref(): void;
}

export interface StreamEnd {
  /** Exit code, where it is known. */
  readonly code: number | undefined;
  /** The last of what the program printed on stderr (at most 8 KiB). */
  readonly stderr: string;
  /** Set where the link broke rather than the program ended. */
  readonly error: Error | undefined;
}

/** Files on a host. Paths are absolute. */
export interface HostFiles {
  /** Reads from a regular file. A pipe or a device is `FILE_REFUSED`, and is not waited for. */
  read(path: string, options?: ReadFileOptions): Promise<FileSlice>;
  /** Writes a whole file, by a temporary file and a rename, or appends to it. */
  write(path: string, data: string | Uint8Array, options?: WriteFileOptions): Promise<void>;
  /** Names in a folder, sorted; a folder that does not exist is `FILE_NOT_FOUND`. */
  list(path: string, options?: CallOptions): Promise<FileEntry[]>;
  /** Removes a file or a whole folder; one that is not there is no error. */
  remove(path: string, options?: CallOptions): Promise<void>;
}

export interface ReadFileOptions extends CallOptions {
  /**
   * First byte to read; at or beyond the end gives no bytes.
   * @default 0
   */
  readonly offset?: number;
  /**
   * Most bytes to read.
   * @default 67108864
   */
  readonly maxBytes?: number;
  /** Whether a symbolic link at the end of the path is refused. @default false */
  readonly noFollow?: boolean;
}

export interface FileSlice {
  readonly data: Buffer;
  /** Where to read on: `offset` plus the bytes in `data`. */
  readonly nextOffset: number;
  /** Size of the file when it was read. */
  readonly size: number;
}

export interface WriteFileOptions extends CallOptions {
  /**
   * Permission bits of a new file.
   * @default 0o600
   */
  readonly mode?: number;
  /** Add to the end of the file instead of replacing it. */
  readonly append?: boolean;
  /** Make the folders above it (0700) where they are missing. */
  readonly makeFolders?: boolean;
}

export interface FileEntry {
  readonly name: string;
  readonly kind: 'file' | 'folder' | 'other';
  readonly size: number;
}

export const hostDefaults = Object.freeze({
  timeoutMs: 5_000,
  maxOutputBytes: 64 * 1024 * 1024,
  maxReadBytes: 64 * 1024 * 1024,
  fileMode: 0o600,
  folderMode: 0o700,
  stderrTailBytes: 8 * 1024,
  /** For a program whose stream is closed to end by itself. */
  closeGraceMs: 2_000,
});
