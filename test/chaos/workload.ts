import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Job } from './job.js';
import type { Plan } from './plan.js';
import type { World } from './world.js';

/** Jobs that a process has at a time. */
const AT_ONCE = 2;
const STEP_MS = 60;
/** Steps between two texts of a sender. */
const SEND_EVERY = 6;
/** How long the end of everything is waited for when no fault is left. */
const SETTLE_MS = 75_000;

export const WORKER = 'taker';

/** Starts jobs, chats and sends until it is stopped, then waits until all of them have ended. */
export class Workload {
  readonly #world: World;
  readonly #plan: Plan;
  #jobs = 0;
  #steps = 0;
  #isStopped = false;

  constructor(world: World, plan: Plan) {
    this.#world = world;
    this.#plan = plan;
    const { book, readers, clients } = world;
    book.onStarted(({ job, run = '', by }) => {
      readers[this.#jobs % readers.length]?.follow(job.name);
      for (const client of clients)
        if (by.startsWith('client') && client.name !== by) client.follow(job, run);
    });
  }

  /** The worker that takes lines must be there before anything is sent to it. */
  async prepare(): Promise<void> {
    const { serves, programs, truth, address, clients } = this.#world;
    const command = ['sh', `${programs}/taker.sh`, WORKER, truth];
    await serves[0]?.call('worker.spawn', { name: WORKER, command, host: address, readyText: 'ready' });
    for (const client of clients) client.followJournal();
  }

  async run(): Promise<void> {
    while (!this.#isStopped) {
      this.#step();
      await delay(STEP_MS);
    }
  }

  stop(): void {
    this.#isStopped = true;
  }

  /** Waits for the ends of all jobs. */
  async settle(): Promise<void> {
    const { book, commands, history } = this.#world;
    const deadline = performance.now() + SETTLE_MS;
    const isOpen = (): boolean => [...book.jobs.values()].some((job) => !book.isSettled(job));
    while ((isOpen() || commands.running.length > 0) && performance.now() < deadline) await delay(50);
    for (const job of book.jobs.values()) {
      if (!book.isSettled(job)) history.add('error', `${job.job.name} is not settled`);
    }
  }

  #step(): void {
    const { drivers, clients, commands, history, folder } = this.#world;
    for (const driver of drivers) {
      if (!driver.isUp || driver.load >= AT_ONCE) continue;
      // Where nothing is shown, a library process that was killed cannot tell whether its answer was sent.
      const job = this.#next(driver.name, { echo: true });
      const isRecorded = job.seed % 4 === 0;
      history.add('work', `${driver.name} begins ${job.name}`);
      driver.send({
        do: 'start',
        job,
        ...(isRecorded && { recordTo: join(folder, 'casts', `${job.name}.cast`) }),
      });
    }
    for (const client of clients) {
      if (client.isUp && client.load < AT_ONCE) client.start(this.#next(client.name));
    }
    if (this.#world.place.hasCommandLine && commands.running.length < 1) {
      commands.start(this.#next('mux run', { questions: 0 }));
    }
    this.#steps += 1;
    if (this.#steps % SEND_EVERY > 0) return;
    for (const [i, driver] of drivers.entries()) {
      if (driver.isUp) driver.send({ do: 'chat', chat: `chat${i}`, text: `chat${i}-${this.#steps}` });
    }
    for (const [i, client] of clients.entries()) client.sendLine(WORKER, `line${i}-${this.#steps}`);
  }

  #next(by: string, changed: Partial<Job> = {}): Job {
    this.#jobs += 1;
    const job = { ...this.#plan.job(this.#jobs), ...changed };
    this.#world.book.add(job, by, this.#world.history.ms);
    return job;
  }
}
