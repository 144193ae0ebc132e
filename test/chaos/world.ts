import { randomBytes } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { formatHostAddress, parseHostAddress } from '../../src/model/host-address.js';
import { Watchdog } from '../../src/testing/watchdog.js';
import { compiledProgram } from '../integration/compiled-source.js';
import { patience } from '../patience.js';
import type { ActorSettings } from './actor-messages.js';
import { CommandRuns } from './command-runs.js';
import { History } from './history.js';
import { JobBook } from './job-book.js';
import { LibraryProcess } from './library-process.js';
import type { Place } from './place.js';
import { ServeClient } from './serve-client.js';
import { ServeProcess } from './serve-process.js';
import { type ServerControl, TmuxServer } from './tmux-server.js';

/** How long a process may take to end when it is told to. */
const END_MS = 60_000;

/** Everything that a round has: a tmux server, a store, two of each kind of process, and what is known of them. */
export class World implements AsyncDisposable {
  readonly history = new History();
  readonly book = new JobBook();
  readonly folder: string;
  readonly truth: string;
  readonly programs = fileURLToPath(new URL('./programs', import.meta.url));
  readonly address: string;
  /** Of the tmux server, wherever it is. */
  readonly socket = `mux-chaos-${randomBytes(4).toString('hex')}`;
  readonly place: Place;
  readonly watchdog: Watchdog;
  readonly tmux: ServerControl;
  readonly actorPath: string;
  readonly drivers: readonly LibraryProcess[];
  readonly readers: readonly LibraryProcess[];
  readonly serves: readonly ServeProcess[];
  readonly clients: readonly ServeClient[];
  readonly commands: CommandRuns;
  /** Jobs whose recording was reported to be complete. */
  readonly recorded = new Set<string>();
  readonly endedProcesses: { who: string; how: string }[] = [];
  readonly stuckProcesses: string[] = [];
  readonly errors: { who: string; code: string; message: string }[] = [];
  /** When the tmux server, or all that it runs on, was ended. */
  readonly serverEnds: number[] = [];
  /** Runs whose recorder was killed. */
  readonly recorderKills = new Set<string>();
  /** When logs could not be written, and when the store did not answer. */
  readonly unwritable: { from: number; to: number }[] = [];
  readonly storeAway: { from: number; to: number }[] = [];

  private constructor(folder: string, place: Place, actorPath: string) {
    this.folder = folder;
    this.place = place;
    this.actorPath = actorPath;
    this.truth = join(folder, 'truth');
    this.watchdog = new Watchdog({ folder });
    const { socket } = this;
    this.address = formatHostAddress({ ...parseHostAddress(place.address), socket });
    const onCrash = (how: string): void => {
      this.history.add('error', `the tmux server ended by itself: ${how}`);
      this.serverEnds.push(this.history.ms);
      this.ended('the tmux server', how);
    };
    this.tmux =
      place.server?.(socket) ?? new TmuxServer(socket, this.envOf('the tmux server'), this.watchdog, onCrash);
    this.drivers = ['library 1', 'library 2'].map((name) => new LibraryProcess(this, name, true));
    this.readers = ['reader 1', 'reader 2'].map((name) => new LibraryProcess(this, name, false));
    const homes = place.store ? [this.state, join(folder, 'state-2')] : [this.state];
    this.serves = place.hasCommandLine
      ? homes.map((home, i) => new ServeProcess(this, `server ${i + 1}`, home))
      : [];
    this.clients = this.serves.length === 0 ? [] : [0, 1].map((i) => this.#client(i));
    this.commands = new CommandRuns(this);
  }

  static async open(folder: string, place: Place): Promise<World> {
    const actorPath = await compiledProgram(new URL('./fixtures/actor.ts', import.meta.url));
    const world = new World(folder, place, actorPath);
    try {
      for (const name of ['home', 'truth', 'casts', 'state-2'])
        await mkdir(join(folder, name), { recursive: true, mode: 0o700 });
      await mkdir(world.state, { recursive: true, mode: 0o700 });
      await world.tmux.start();
      for (const process of [...world.drivers, ...world.readers]) process.start();
      await Promise.all(world.serves.map((serve) => serve.start()));
      return world;
    } catch (error) {
      await world[Symbol.asyncDispose]();
      throw error;
    }
  }

  get state(): string {
    return this.place.state ?? join(this.folder, 'state');
  }

  get logFolder(): string {
    return join(this.state, 'runs');
  }

  /** Folders that runs leave their files in: a second server has its own. */
  get logFolders(): string[] {
    return [this.logFolder, join(this.folder, 'state-2', 'runs')];
  }

  /** The environment of a process of the round. */
  envOf(name: string): NodeJS.ProcessEnv {
    const { PATH, TMPDIR, TMUX_TMPDIR } = process.env;
    return {
      PATH,
      HOME: join(this.folder, 'home'),
      LANG: 'C.UTF-8',
      SHELL: '/bin/bash',
      MUXWRIGHT_HOME: this.state,
      MUX_CHAOS: this.folder,
      // The checker asks the tmux server as a process of its own environment.
      ...(TMPDIR !== undefined && { TMPDIR }),
      ...(TMUX_TMPDIR !== undefined && { TMUX_TMPDIR }),
      ...this.place.env(name),
    };
  }

  get actorSettings(): ActorSettings {
    const { place, address, logFolder, programs, truth } = this;
    const store = place.store ?? { path: join(this.state, 'muxwright.db') };
    return { address, connect: { ...patience, ...place.connect }, store, logFolder, programs, truth };
  }

  ended(who: string, how: string): void {
    this.endedProcesses.push({ who, how });
  }

  /** Waits for the end of a process that was told to end, and ends one that does not. */
  async awaitEnd(who: string, closed: Promise<unknown>, kill: () => Promise<void>): Promise<void> {
    const late = new AbortController();
    const isEnded = await Promise.race([
      closed.then(() => true),
      delay(END_MS, false, { signal: late.signal }).catch(() => true),
    ]);
    late.abort();
    if (isEnded) return;
    this.stuckProcesses.push(who);
    await kill();
  }

  error(who: string, code: string, message: string): void {
    this.errors.push({ who, code, message });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    // In a round that was interrupted they would try again and again.
    await Promise.all(this.clients.map((client) => client.close()));
    await this.tmux.kill();
    await this.watchdog[Symbol.asyncDispose]();
    // A server that was killed leaves its socket.
    const sockets = join(process.env.TMUX_TMPDIR || '/tmp', `tmux-${process.getuid?.()}`);
    await rm(join(sockets, this.socket), { force: true });
  }

  #client(number: number): ServeClient {
    const serve = this.serves[number % this.serves.length];
    if (!serve) throw new Error('There is no server for a client.');
    return new ServeClient(this, `client ${number + 1}`, serve);
  }
}
