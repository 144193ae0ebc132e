import type { FastifyBaseLogger } from 'fastify';
import { isMuxError, Semaphore } from '../../model/index.js';
import type { Runtime } from '../../operations/index.js';
import { type ServerOptions, serverDefaults } from '../server-options.js';
import { changedSettings } from './changed-settings.js';
import { watchFile } from './watch-file.js';

/** What came of reading the configuration again. */
export interface ReloadReport {
  /** Settings that count from now on: `server.log_level`. */
  readonly applied: readonly string[];
  /** Settings that changed, and count when the server is started again. */
  readonly needRestart: readonly string[];
  /** Why the configuration of before stays. */
  readonly refused?: string | undefined;
}

export interface ConfigReloadOptions {
  readonly runtime: Runtime;
  readonly log: FastifyBaseLogger;
  /** What was said when the server was started counts before the file. */
  readonly given: Pick<ServerOptions, 'logLevel' | 'usualLogLevel' | 'allowedHosts'>;
  /** Names under which the server may be asked; changed here. */
  readonly allowedHosts: Set<string>;
  /** Called when it has changed. */
  readonly configured: ReadonlySet<() => void>;
}

/** Reads the configuration again when it is told to, and when the file changes. */
export class ConfigReload implements Disposable {
  readonly #options: ConfigReloadOptions;
  #watches: readonly Disposable[] = [];
  readonly #mutex = new Semaphore(1);

  constructor(options: ConfigReloadOptions) {
    this.#options = options;
  }

  /** Goes by the configuration as it is, and watches its file, if there is one. */
  async start(): Promise<void> {
    const { ownFile, projectFile, server } = await this.#options.runtime.config();
    this.#apply(server);
    if (projectFile !== undefined)
      this.#options.log.warn({ file: projectFile }, 'the settings of the current folder are used');
    const files = [ownFile, projectFile].filter((file) => file !== undefined);
    this.#watches = files.map((file) => watchFile(file, () => void this.reload()));
  }

  /** One after the other: two at once could leave the older one. */
  reload(): Promise<ReloadReport> {
    return this.#mutex.run(() => this.#reload());
  }

  [Symbol.dispose](): void {
    for (const watch of this.#watches) watch[Symbol.dispose]();
  }

  async #reload(): Promise<ReloadReport> {
    const { runtime, log } = this.#options;
    try {
      const { before, after } = await runtime.reloadConfig();
      const changed = changedSettings(before, after).filter((name) => !FILES.test(name));
      const applied = changed.filter((name) => LIVE.test(name));
      const needRestart = changed.filter((name) => !LIVE.test(name));
      this.#apply(after.server);
      if (changed.length > 0) for (const listener of this.#options.configured) listener();
      if (changed.length > 0) log.info({ applied, needRestart }, 'the configuration has changed');
      if (needRestart.length > 0) log.warn({ needRestart }, 'some changes take effect after a restart');
      return { applied, needRestart };
    } catch (error) {
      // The sentence names file, line and key, and is about the configuration only.
      const refused = isMuxError(error) ? error.message : 'it cannot be read';
      log.error({ refused }, 'the previous configuration stays in effect');
      return { applied: [], needRestart: [], refused };
    }
  }

  #apply({
    logLevel,
    allowHosts,
  }: {
    readonly logLevel?: string | undefined;
    readonly allowHosts: readonly string[];
  }) {
    const { given, log, allowedHosts } = this.#options;
    log.level = given.logLevel ?? logLevel ?? given.usualLogLevel ?? serverDefaults.usualLogLevel;
    allowedHosts.clear();
    for (const name of [...(given.allowedHosts ?? []), ...allowHosts]) allowedHosts.add(name.toLowerCase());
  }
}

/** Which files were read, and no settings. */
const FILES = /^(?:ownFile|projectFile)$/;

/** Looked up each time they are needed, or put in their place here. */
const LIVE = /^(?:recordings\.|runs\.|server\.(?:logLevel|allowHosts|hosts|maxConnections|maxStreams)$)/;
