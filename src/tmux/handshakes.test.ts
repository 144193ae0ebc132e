import { describe, expect, it } from 'vitest';
import type { CallOptions } from '../model/deadline.js';
import { Handshakes } from './handshakes.js';
import { LoudCommands } from './loud-commands.js';
import { commandLine } from './quote.js';

/** Work that goes on until it is told to end. */
class Work {
  readonly #seen: string[];
  readonly #name: string;
  end: () => void = () => {};

  constructor(seen: string[], name: string) {
    this.#seen = seen;
    this.#name = name;
  }

  readonly begin = (): Promise<void> => {
    this.#seen.push(`${this.#name} begins`);
    return new Promise((resolve) => {
      this.end = () => {
        this.#seen.push(`${this.#name} ends`);
        resolve();
      };
    });
  };
}

let places = 0;
const newPlace = (): string => `test ${process.pid} ${++places}`;

/** Long enough for all that can go on to go on. */
const settle = async (): Promise<void> => {
  for (let i = 0; i < 20; i++) await new Promise((resolve) => setImmediate(resolve));
};

describe('clients that attach', () => {
  it('wait for changes that came before, and changes that come later for them', async () => {
    const place = Handshakes.at(newPlace());
    const seen: string[] = [];
    const [one, two, client, late] = ['one', 'two', 'client', 'late'].map((name) => new Work(seen, name));
    if (!one || !two || !client || !late) throw new Error('unreachable');
    const all = [place.broadcast(one.begin), place.broadcast(two.begin)];
    await expect.poll(() => seen).toEqual(['one begins', 'two begins']);
    all.push(place.attach(client.begin));
    await settle();
    all.push(place.broadcast(late.begin));
    one.end();
    await settle();
    expect(seen.slice(2)).toEqual(['one ends']);
    two.end();
    await expect.poll(() => seen.slice(3)).toEqual(['two ends', 'client begins']);
    await settle();
    expect(seen).not.toContain('late begins');
    client.end();
    await expect.poll(() => seen.slice(5)).toEqual(['client ends', 'late begins']);
    late.end();
    await Promise.all(all);
  });

  it('come one after the other, also where one of them fails', async () => {
    const place = Handshakes.at(newPlace());
    const seen: string[] = [];
    const second = new Work(seen, 'second');
    const first = place.attach(() => Promise.reject(new Error('no')));
    const next = place.attach(second.begin);
    await expect(first).rejects.toThrow('no');
    await expect.poll(() => seen).toEqual(['second begins']);
    second.end();
    await next;
  });

  it('keep a change waiting for one of them, however many there are', async () => {
    const place = Handshakes.at(newPlace());
    const seen: string[] = [];
    const [first, second, change] = ['first', 'second', 'change'].map((name) => new Work(seen, name));
    if (!first || !second || !change) throw new Error('unreachable');
    const all = [place.attach(first.begin), place.attach(second.begin)];
    await expect.poll(() => seen).toEqual(['first begins']);
    all.push(place.broadcast(change.begin));
    first.end();
    await expect.poll(() => seen.slice(1)).toEqual(['first ends', 'change begins']);
    await settle();
    expect(seen).toHaveLength(3);
    change.end();
    await expect.poll(() => seen.slice(3)).toEqual(['change ends', 'second begins']);
    second.end();
    await Promise.all(all);
  });

  it('let a change be made at once where there are none', async () => {
    const place = Handshakes.at(newPlace());
    // Where locks are is known from the first time on.
    await place.attach(async () => {});
    let isMade = false;
    const change = place.broadcast(async () => {
      isMade = true;
    });
    expect(isMade).toBe(true);
    await change;
  });
});

describe('commands that all clients are told of', () => {
  it('keep their place among the others while they wait for a client', async () => {
    const place = newPlace();
    const seen: string[] = [];
    const client = new Work([], 'client');
    const attached = Handshakes.at(place).attach(client.begin);
    await settle();
    const commands = new LoudCommands(place);
    const send = (...command: [string, ...string[]]): Promise<void> =>
      commands.send([command], {}, async () => void seen.push(command.join(' ')));
    const all = [
      send('list-panes'),
      send('kill-session', '-t', '$1'),
      send('send-keys', 'a'),
      send('new-session'),
      send('send-keys', 'b'),
    ];
    await settle();
    expect(seen).toEqual(['list-panes']);
    client.end();
    await Promise.all([attached, ...all]);
    const order = ['list-panes', 'kill-session -t $1', 'send-keys a', 'new-session', 'send-keys b'];
    expect(seen).toEqual(order);
    all.push(send('kill-session'), send('send-keys', 'c'));
    expect(seen).toEqual([...order, 'kill-session', 'send-keys c']);
    await Promise.all(all);
  });

  it('wait only as long as their caller, and are not sent later', async () => {
    const place = newPlace();
    const client = new Work([], 'client');
    const attached = Handshakes.at(place).attach(client.begin);
    await settle();
    const commands = new LoudCommands(place);
    const seen: string[] = [];
    const given: unknown[] = [];
    const send = (name: string, options: CallOptions): Promise<void> =>
      commands.send([[name]], options, async (rest) => {
        given.push(rest.timeoutMs);
        seen.push(name);
      });
    const stop = new AbortController();
    const late = send('kill-session', { timeoutMs: 5 });
    const aborted = send('list-panes', { signal: stop.signal });
    const patient = send('new-session', { timeoutMs: 60_000 });
    stop.abort();
    await expect(aborted).rejects.toMatchObject({ code: 'ABORTED' });
    await expect(late).rejects.toMatchObject({ code: 'TIMEOUT' });
    client.end();
    await Promise.all([attached, patient]);
    expect(seen).toEqual(['new-session']);
    expect(given[0]).toBeLessThan(60_000);
  });

  it.each([
    [['if-shell', '-F', '#{x}', commandLine([['kill-session', '-t', '$1']])], true],
    [['if-shell', '-F', '#{x}', commandLine([['set-option', '@x', '1'], ['kill-server']])], true],
    [['if-shell', '-F', '#{x}', commandLine([['send-keys', '-l', 'kill-session -t 1']])], false],
    [['select-pane', '-t', '%1'], true],
    [['list-panes'], false],
  ] as const)('are known, also inside others: %j', async (command, isLoud) => {
    const place = newPlace();
    const client = new Work([], 'client');
    const attached = Handshakes.at(place).attach(client.begin);
    await settle();
    let isSent = false;
    const sent = new LoudCommands(place).send([[...command]], {}, async () => {
      isSent = true;
    });
    await settle();
    expect(isSent).toBe(!isLoud);
    client.end();
    await Promise.all([attached, sent]);
  });
});
