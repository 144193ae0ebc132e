import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { type FileHandle, mkdtemp, open, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FilterTool } from '../../../src/recorder/host-tools.js';
import { recorderPipe } from '../../../src/recorder/recorder-pipe.js';
import { recorderProgram } from '../../../src/recorder/recorder-program.js';
import type { RecorderSettings } from '../../../src/recorder/recorder-settings.js';

/** What a recorder can run in, and the shells that may start it. */
export const everyTool: readonly { readonly name: string; readonly tool: FilterTool }[] = [
  { name: 'perl', tool: { dialect: 'perl', command: 'perl' } },
  { name: 'mawk', tool: { dialect: 'awk', command: 'mawk' } },
  { name: 'gawk', tool: { dialect: 'awk', command: 'gawk' } },
  { name: 'busybox awk', tool: { dialect: 'awk', command: 'busybox awk' } },
];

export const everyShell: readonly { readonly name: string; readonly shell: readonly string[] }[] = [
  { name: 'dash', shell: ['dash'] },
  { name: 'bash', shell: ['bash', '--posix'] },
  { name: 'busybox sh', shell: ['busybox', 'sh'] },
];

export interface RecorderProcessOptions extends Partial<RecorderSettings> {
  readonly tool: FilterTool;
  /** @default ['dash'] */
  readonly shell?: readonly string[];
  /** How much is taken in one read; the reads of the input then cut it everywhere. */
  readonly readBytes?: number;
  /** A folder that stays; without it there is a new one, which goes with the process. */
  readonly folder?: string;
}

/** A recorder as `pipe-pane` would start it, with us in the place of tmux and of the wrapper. */
export class RecorderProcess implements AsyncDisposable {
  readonly settings: RecorderSettings;
  readonly child: ChildProcess;
  readonly #fifo: FileHandle;
  readonly #own: boolean;

  static async start(options: RecorderProcessOptions): Promise<RecorderProcess> {
    const { tool, shell = ['dash'], readBytes = 65536, ...given } = options;
    const folder = given.folder ?? (await mkdtemp(join(tmpdir(), 'muxwright-recorder-')));
    const settings: RecorderSettings = {
      id: 'run1',
      startNonce: randomBytes(16).toString('hex'),
      exitNonce: randomBytes(16).toString('hex'),
      format: 'text',
      rules: { rules: [], blocks: [] },
      maxBytes: 0,
      keepSegments: 3,
      ...given,
      folder,
    };
    const program = recorderProgram(tool.dialect, settings).replace(
      /(sysread STDIN, \$buffer, |dd bs=)65536/,
      (_, command: string) => `${command}${readBytes}`,
    );
    const pipe = recorderPipe(tool, settings, Buffer.byteLength(program));
    const paths = ['in', 'ack'].map((name) => join(folder, `${settings.id}.${name}`));
    for (const path of paths) if (!existsSync(path)) execFileSync('mkfifo', [path]);
    const fifo = await open(paths[0] ?? '', 'r+');
    await fifo.write(program);
    const [file = 'sh', ...flags] = shell;
    const child = spawn(file, [...flags, '-c', pipe], { stdio: ['pipe', 'ignore', 'ignore'] });
    return new RecorderProcess(settings, child, fifo, !given.folder);
  }

  private constructor(settings: RecorderSettings, child: ChildProcess, fifo: FileHandle, own: boolean) {
    this.settings = settings;
    this.child = child;
    this.#fifo = fifo;
    this.#own = own;
  }

  get folder(): string {
    return this.settings.folder;
  }

  write(data: Buffer | string): void {
    this.child.stdin?.write(data);
  }

  /** Ends the input, and waits for the recorder to end. */
  async end(data: Buffer | string = ''): Promise<number | null> {
    const closed = this.child.exitCode === null ? once(this.child, 'close') : undefined;
    this.child.stdin?.end(data);
    await closed;
    return this.child.exitCode;
  }

  file(name: string): Promise<Buffer> {
    return readFile(join(this.folder, `${this.settings.id}.${name}`)).catch(() => Buffer.alloc(0));
  }

  /** All that was ever written, in order, also what was rotated away. */
  async bytes(): Promise<Buffer> {
    const prefix = `${this.settings.id}.log.`;
    const names = (await readdir(this.folder)).filter((name) => name.startsWith(prefix));
    const starts = names.map((name) => name.slice(prefix.length)).sort((a, b) => Number(a) - Number(b));
    const parts = [...starts.map((start) => `log.${start}`), 'log'].map((name) => this.file(name));
    return Buffer.concat(await Promise.all(parts));
  }

  /** The lines of the log without their stamps; each character is a byte. */
  async lines(): Promise<string[]> {
    const lines = (await this.bytes()).toString('latin1').split('\n');
    if (lines.pop() !== '') throw new Error('The log ends in the midst of a line.');
    return lines.map((line) => {
      if (!STAMP.test(line)) throw new Error(`No stamp: ${JSON.stringify(line.slice(0, 100))}`);
      return line.replace(STAMP, '');
    });
  }

  async marks(): Promise<string[]> {
    return (await this.file('marks')).toString().split('\n').slice(0, -1);
  }

  get start(): string {
    return `\x18\x1b]7770;${this.settings.startNonce};start;${this.settings.id};1700000000\x1b\\`;
  }

  exit(code: number): string {
    return `\x18\x1b]7770;${this.settings.exitNonce};exit;${code};1700000009\x1b\\`;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.end();
    await this.#fifo.close();
    if (this.#own) await rm(this.folder, { recursive: true, force: true });
  }
}

const STAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[+-]\d{4} /;
