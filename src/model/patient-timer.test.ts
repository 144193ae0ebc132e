import { once } from 'node:events';
import { MessageChannel } from 'node:worker_threads';
import { describe, expect, it } from 'vitest';
import { Deadline } from './deadline.js';
import { PatientTimer } from './patient-timer.js';

const MS = 20;

/** By how much each of many is late that are set at all parts of a millisecond; below 0 it is early. */
function lateness(wait: () => Promise<unknown>): Promise<number[]> {
  const one = async (): Promise<number> => {
    for (const until = performance.now() + 0.13; performance.now() < until; );
    const began = performance.now();
    await wait();
    return performance.now() - began - MS;
  };
  return Promise.all(Array.from({ length: 200 }, one));
}

describe('a patient timer', () => {
  it('is not early, by no part of a millisecond', async () => {
    const late = await lateness(() => new Promise<void>((resolve) => new PatientTimer(MS, resolve)));
    expect(Math.min(...late)).toBeGreaterThanOrEqual(0);
  });

  it('lets a process that was held up hear first what came meanwhile', async () => {
    const { port1, port2 } = new MessageChannel();
    const heard: string[] = [];
    const answered = once(port2, 'message').then(() => heard.push('answer'));
    // From here the timers come next, and what was sent behind them.
    await new Promise<void>((resolve) => setImmediate(resolve));
    const timer = new Promise<void>((resolve) => new PatientTimer(1, resolve)).then(() =>
      heard.push('time is up'),
    );
    port1.postMessage('');
    for (const until = performance.now() + 5; performance.now() < until; );
    await Promise.all([answered, timer]);
    port1.close();
    expect(heard).toEqual(['answer', 'time is up']);
  });

  it('does nothing once it is disposed of', async () => {
    let acted = false;
    new PatientTimer(1, () => {
      acted = true;
    })[Symbol.dispose]();
    await new Promise<void>((resolve) => new PatientTimer(20, resolve));
    expect(acted).toBe(false);
  });

  it('keeps a deadline from failing before its time', async () => {
    const late = await lateness(async () => {
      using deadline = new Deadline({ what: 'work', timeoutMs: MS });
      await expect(deadline.race(new Promise(() => {}))).rejects.toMatchObject({ code: 'TIMEOUT' });
    });
    expect(Math.min(...late)).toBeGreaterThanOrEqual(0);
  });
});
