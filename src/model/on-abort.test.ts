import { getEventListeners } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { onAbort } from './on-abort.js';

describe('waiting for a signal to abort', () => {
  it('calls all that wait, once and in their order', () => {
    const controller = new AbortController();
    const called: string[] = [];
    for (const name of ['a', 'b']) onAbort(controller.signal, () => called.push(name));
    controller.abort();
    controller.abort();
    expect(called).toEqual(['a', 'b']);
  });

  it('is one listener, however many wait, and none when nobody does', () => {
    const { signal } = new AbortController();
    const listeners = (): number => getEventListeners(signal, 'abort').length;
    const stops = Array.from({ length: 100 }, () => onAbort(signal, () => {}));
    expect(listeners()).toBe(1);
    for (const stop of [...stops, ...stops]) stop();
    expect(listeners()).toBe(0);
    onAbort(signal, () => {});
    expect(listeners()).toBe(1);
  });

  it('calls no listener that has stopped waiting, also when another one stops it', () => {
    const controller = new AbortController();
    const called: string[] = [];
    const stops: (() => void)[] = [];
    onAbort(controller.signal, () => {
      called.push('a');
      for (const stop of stops) stop();
    });
    stops.push(onAbort(controller.signal, () => called.push('b')));
    onAbort(controller.signal, () => called.push('c'));
    controller.abort();
    expect(called).toEqual(['a', 'c']);
  });

  it('calls a function as often as it waits', () => {
    const controller = new AbortController();
    let calls = 0;
    const count = (): void => {
      calls++;
    };
    const stop = onAbort(controller.signal, count);
    onAbort(controller.signal, count);
    onAbort(controller.signal, count);
    stop();
    controller.abort();
    expect(calls).toBe(2);
  });

  it('calls nobody for a signal that has aborted', () => {
    let called = false;
    onAbort(AbortSignal.abort(), () => {
      called = true;
    });
    expect(called).toBe(false);
  });

  it('is the only way in which the code waits for signals', () => {
    const folder = fileURLToPath(new URL('..', import.meta.url));
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
      name.endsWith('.ts'),
    );
    const listening = files.filter((name) =>
      readFileSync(`${folder}/${name}`, 'utf8').includes(`addEventListener('abort'`),
    );
    expect(files.length).toBeGreaterThan(100);
    expect(listening.filter((name) => !name.endsWith('.test.ts'))).toEqual(['model/on-abort.ts']);
  });
});
