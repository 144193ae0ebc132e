import { setTimeout as delay } from 'node:timers/promises';
import { type JournalCursor, JournalPlace } from '../../src/store/journal-place.js';
import { sseEvents } from '../integration/server/sse-client.js';
import { answerText, type Job, jobCommand, questionIn } from './job.js';
import { ServeError, type ServeProcess } from './serve-process.js';
import type { World } from './world.js';

const AGAIN_MS = 250;

interface Told {
  readonly state: string;
  readonly prompt?: string;
  readonly fingerprint?: string;
}

/** A client of the server: starts jobs, follows them, answers by fingerprint, follows the journal, sends lines. */
export class ServeClient {
  readonly name: string;
  readonly #world: World;
  readonly #serve: ServeProcess;
  readonly #work = new Set<Promise<void>>();
  readonly #ending = new AbortController();
  /** Ends the streams that are open, as a network does. */
  #cut = new AbortController();
  /** Ids of journal events, as they came. */
  readonly events: JournalCursor[] = [];
  readonly since = 0;
  readonly lines: { text: string; outcome: 'accepted' | 'unknown' }[] = [];
  readonly #jobs = new Set<string>();

  constructor(world: World, name: string, serve: ServeProcess) {
    this.#world = world;
    this.name = name;
    this.#serve = serve;
  }

  get load(): number {
    return this.#jobs.size;
  }

  /** Whether there is a server to be a client of. */
  get isUp(): boolean {
    return this.#serve.isUp;
  }

  cut(): void {
    this.#cut.abort();
    this.#cut = new AbortController();
  }

  start(job: Job): void {
    this.#jobs.add(job.name);
    this.#begin(this.#start(job).finally(() => this.#jobs.delete(job.name)));
  }

  /** Follows a run that another client started, and answers it as well: only one of the answers may arrive. */
  follow(job: Job, run: string): void {
    this.#begin(this.#follow(job, run));
  }

  /** Sends a line to a worker; a key keeps it from being typed twice, however often it is tried. */
  sendLine(worker: string, text: string): void {
    const sent: (typeof this.lines)[number] = { text, outcome: 'unknown' };
    this.lines.push(sent);
    this.#begin(
      this.#lastLine.then(() =>
        this.#retry(`send '${text}'`, async () => {
          const input = { name: worker, text, via: 'line', idempotencyKey: text };
          try {
            this.#note(`sends '${text}'`);
            await this.#serve.call('worker.send', input, this.#callSignal());
            sent.outcome = 'accepted';
            this.#note(`sent '${text}'`);
          } catch (error) {
            this.#note(`did not send '${text}': ${(error as Error).message}`);
            // With its tmux server the worker is gone, too.
            if (!(error instanceof ServeError) || !/^WORKER_/.test(error.code)) throw error;
          }
        }),
      ),
    );
    this.#lastLine = [...this.#work].at(-1) ?? this.#lastLine;
  }

  #lastLine: Promise<void> = Promise.resolve();

  followJournal(): void {
    this.#begin(
      this.#retry('follow the journal', async () => {
        const since = this.events.at(-1) ?? this.since;
        const response = await this.#serve.fetch(`/api/events?since=${since}`, {
          signal: this.#streamSignal(),
        });
        for await (const { event, id } of sseEvents(response)) {
          if (event === 'error' || id === undefined) continue;
          this.events.push(id);
        }
        throw new ServeError('', 'the stream ended');
      }),
    );
  }

  /** Whether it has got everything of the journal up to a place. */
  hasEvents(place: JournalPlace): boolean {
    return JournalPlace.parse(this.events.at(-1) ?? this.since).covers(place);
  }

  async close(): Promise<void> {
    this.#ending.abort();
    await Promise.all(this.#work);
  }

  #begin(work: Promise<void>): void {
    this.#work.add(work);
    void work.finally(() => this.#work.delete(work));
  }

  async #start(job: Job): Promise<void> {
    const { book, address, history } = this.#world;
    const booked = book.get(job.name);
    try {
      const command = jobCommand(job, this.#world);
      const { id } = await this.#serve.call<{ id: string }>('run.start', {
        command,
        host: address,
        session: 'chaos',
      });
      history.add('work', `${this.name} started ${job.name} as run ${id}`);
      book.reader(job.name, this.name);
      book.started(job.name, id);
      await this.#follow(job, id);
    } catch (error) {
      this.#tell(`start ${job.name}`, error);
      booked.abandoned = true;
    }
  }

  async #follow(job: Job, run: string): Promise<void> {
    const { book, history } = this.#world;
    const reader = book.reader(job.name, this.name);
    await this.#retry(`follow ${job.name}`, async () => {
      const input = { run, cursor: reader.cursor, form: 'raw' };
      const response = await this.#serve.post('run.follow', input, this.#streamSignal());
      for await (const event of sseEvents(response)) {
        if (event.event === 'error') throw new ServeError(event.code ?? '', `${event.detail}`);
        if (event.type === 'output') {
          const lines = (event.lines as { text: string }[]).map(({ text }) => text);
          book.output(job.name, this.name, event.cursor, lines);
        }
        if (event.type === 'prompt') await this.#answer(job, run, event.status as Told);
        if (event.type === 'exit') {
          const end = { code: event.code as number, lost: event.status.lost === true };
          history.add(
            'work',
            `${this.name} saw ${job.name} end with ${end.code}${end.lost ? ' (lost)' : ''}`,
          );
          return book.ended(job.name, this.name, end, history.ms);
        }
      }
      throw new ServeError('', 'the stream ended');
    });
    if (!reader.end) reader.gaveUp = true;
  }

  /** By the fingerprint of the question, as often as needed: it goes to no other question, and not twice. */
  async #answer(job: Job, run: string, first: Told): Promise<void> {
    let told: Told | undefined = first;
    const asked = questionIn(first.prompt, job);
    if (!asked) return;
    const text = answerText(job, asked.question);
    await this.#retry(`answer question ${asked.question} of ${job.name}`, async () => {
      told ??= await this.#serve.call<Told>('run.status', { run }, this.#callSignal());
      const { fingerprint, prompt, state } = told;
      const now = questionIn(prompt, job);
      if (state !== 'waiting-for-input' || now?.question !== asked.question) return;
      told = undefined;
      if (fingerprint === undefined)
        throw new ServeError('NO_FINGERPRINT', 'the question has no fingerprint');
      this.#world.history.add('work', `${this.name} answers question ${asked.question} of ${job.name}`);
      try {
        await this.#serve.call('run.input', { run, text, fingerprint }, this.#callSignal());
      } catch (error) {
        if (!(error instanceof ServeError) || !SETTLED.has(error.code)) throw error;
      }
    });
  }

  /** Tries until it works. */
  async #retry(what: string, work: () => Promise<void>): Promise<void> {
    for (let failures = 0; failures < 400 && !this.#ending.signal.aborted; failures++) {
      try {
        return await work();
      } catch (error) {
        if (!this.#ending.signal.aborted) this.#tell(what, error);
        await delay(AGAIN_MS);
      }
    }
  }

  /** Under the name that the checker has for its texts. */
  #note(what: string): void {
    this.#world.history.add('work', `worker of ${this.name} ${what}`);
  }

  #callSignal(): AbortSignal {
    return AbortSignal.any([this.#ending.signal, AbortSignal.timeout(60_000)]);
  }

  #streamSignal(): AbortSignal {
    return AbortSignal.any([this.#ending.signal, this.#cut.signal]);
  }

  #tell(what: string, error: unknown): void {
    const { history } = this.#world;
    const code = error instanceof ServeError ? error.code : '';
    if (code === '') return;
    history.add('error', `${this.name} could not ${what}: ${code} ${(error as Error).message}`);
    this.#world.error(`${this.name}, to ${what}`, code, (error as Error).message);
  }
}

/** The question is not there any more: somebody has answered it. */
const SETTLED = new Set(['QUESTION_CHANGED', 'RUN_ENDED', 'PANE_NOT_FOUND', 'PANE_DEAD', 'SCREEN_CHANGED']);
