import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import type { ActorCommand, ActorMessage } from './actor-messages.js';
import type { World } from './world.js';

/**
 * The place of a library process. A process that is killed is started again in it and continues what the one before
 * had begun, with what that one told before its death.
 */
export class LibraryProcess {
  readonly name: string;
  readonly #world: World;
  readonly #drives: boolean;
  readonly #jobs = new Set<string>();
  readonly chats: { text: string; outcome: 'accepted' | 'unknown' }[] = [];
  #child: ChildProcessByStdio<Writable, Readable, Readable> | undefined;
  #closed = Promise.resolve();
  #isReady = false;
  #isKilled = false;
  #isClosing = false;

  constructor(world: World, name: string, drives: boolean) {
    this.#world = world;
    this.name = name;
    this.#drives = drives;
  }

  get pid(): number | undefined {
    return this.#child?.pid;
  }

  /** Jobs that it has not seen the end of. */
  get load(): number {
    return this.#jobs.size;
  }

  /** Whether it has loaded all that it needs. */
  get isReady(): boolean {
    return this.isUp && this.#isReady;
  }

  /** Whether there is a process to be told something. */
  get isUp(): boolean {
    return this.#child !== undefined && !this.#isKilled;
  }

  start(): void {
    const { actorPath, actorSettings, watchdog, history } = this.#world;
    const env = this.#world.envOf(this.name);
    this.#isKilled = false;
    this.#isReady = false;
    const args = [actorPath, JSON.stringify(actorSettings)];
    const child = spawn(process.execPath, args, { env, stdio: ['pipe', 'pipe', 'pipe'], cwd: '/' });
    this.#child = child;
    watchdog.guard(child);
    child.stdin.on('error', () => {});
    let stderr = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      stderr = (stderr + text).slice(-4_000);
    });
    const lines = createInterface({ input: child.stdout });
    lines.on('line', (line) => this.#hear(JSON.parse(line) as ActorMessage));
    // All that it told before its end has been heard then.
    const heard = Promise.all([once(lines, 'close'), once(child, 'exit')]);
    this.#closed = heard.then(([, [code, signal]]) => {
      if (this.#isKilled || (this.#isClosing && code === 0)) return;
      history.add('error', `${this.name} ended with ${code ?? signal}`);
      this.#world.ended(this.name, `${code ?? signal} ${stderr.trim()}`);
    });
    for (const name of this.#jobs) this.#resume(name);
  }

  send(command: ActorCommand): void {
    if (command.do === 'chat') this.chats.push({ text: command.text, outcome: 'unknown' });
    else this.#jobs.add(command.job.name);
    this.#write(command);
  }

  /** Follows a run that something else started. */
  follow(name: string): void {
    this.#jobs.add(name);
    this.#resume(name);
  }

  signal(name: NodeJS.Signals): void {
    this.#child?.kill(name);
  }

  async kill(): Promise<void> {
    this.#isKilled = true;
    this.signal('SIGKILL');
    await this.#closed;
    // Whether a start that it had begun happened is for the end of the round to find out.
    for (const name of this.#jobs) if (this.#world.book.get(name).run === undefined) this.#abandon(name);
  }

  /** Lets it close what it has open, and waits for its end. */
  async close(): Promise<void> {
    this.#isClosing = true;
    this.#child?.stdin.end();
    await this.#world.awaitEnd(this.name, this.#closed, () => this.kill());
  }

  #write(command: ActorCommand): void {
    this.#child?.stdin.write(`${JSON.stringify(command)}\n`);
  }

  #resume(name: string): void {
    const { job, run, answered, pending } = this.#world.book.get(name);
    if (run === undefined) return;
    const { cursor } = this.#world.book.reader(name, this.name);
    const drives = this.#drives && this.#world.book.get(name).by === this.name;
    this.#write({
      do: 'take',
      job,
      run,
      cursor,
      drive: drives,
      answered: [...answered],
      ...(pending !== undefined && { pending }),
    });
  }

  #abandon(name: string): void {
    this.#jobs.delete(name);
    this.#world.book.get(name).abandoned = true;
  }

  #hear(message: ActorMessage): void {
    const { book, history } = this.#world;
    switch (message.at) {
      case 'ready':
        this.#isReady = true;
        return;
      case 'started':
        history.add('work', `${this.name} started ${message.job} as run ${message.run}`);
        book.reader(message.job, this.name);
        return book.started(message.job, message.run);
      case 'output':
        return book.output(message.job, this.name, message.cursor, message.lines);
      case 'answering':
      case 'answered':
        history.add('work', `${this.name} ${message.at} question ${message.question} of ${message.job}`);
        return this.#hearAnswer(message);
      case 'exit': {
        const { job, code, lost, source } = message;
        history.add('work', `${this.name} saw ${job} end with ${code}${lost ? ' (lost)' : ''} by ${source}`);
        this.#jobs.delete(job);
        return book.ended(job, this.name, { code, lost }, history.ms);
      }
      case 'recorded':
        return void this.#world.recorded.add(message.job);
      case 'chatted': {
        const chat = this.chats.find(({ text }) => text === message.text);
        if (chat) chat.outcome = 'accepted';
        return;
      }
      case 'gave-up':
        history.add('error', `${this.name} gave up to ${message.what} ${message.job}`);
        if (message.job) {
          this.#abandon(message.job);
          book.reader(message.job, this.name).gaveUp = true;
        }
        return;
      case 'error':
        return this.#hearError(message);
    }
  }

  #hearAnswer({ at, job, question }: Extract<ActorMessage, { at: 'answering' | 'answered' }>): void {
    const booked = this.#world.book.get(job);
    if (at === 'answering') booked.pending = question;
    else {
      delete booked.pending;
      booked.answered.add(question);
    }
  }

  #hearError({ doing, job, code, message }: Extract<ActorMessage, { at: 'error' }>): void {
    const { history } = this.#world;
    history.add('error', `${this.name} could not ${doing} ${job ?? ''}: ${code} ${message}`);
    this.#world.error(`${this.name}, to ${doing}`, code, message);
    if (doing === 'start' && job) this.#abandon(job);
  }
}
