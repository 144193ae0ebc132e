import { KeyedMutex } from '../model/index.js';
import { inputIn } from './input-in.js';
import type { Command } from './quote.js';

/** Is given what is about to go into a pane, which waits for it. It answers with what to do when it goes in. */
export type InputTap = (data: string) => Promise<() => void>;

/**
 * Hears all that is typed, pressed or pasted into a pane from now on, by whatever part of this process: every such thing
 * is a command to tmux, and all of them pass here.
 */
export function tapInput(place: string, pane: string, tap: InputTap): Disposable {
  const key = keyOf(place, pane);
  const all = taps.get(key) ?? new Set();
  taps.set(key, all.add(tap));
  return {
    [Symbol.dispose]() {
      all.delete(tap);
      if (all.size === 0 && taps.get(key) === all) taps.delete(key);
      if (taps.size === 0) buffers.clear();
    },
  };
}

/** Until it is disposed of, nobody hears what goes into the pane: it is a secret. */
export function hideInput(place: string, pane: string): Disposable {
  const key = keyOf(place, pane);
  hidden.set(key, (hidden.get(key) ?? 0) + 1);
  let isOver = false;
  return {
    [Symbol.dispose]() {
      if (isOver) return;
      isOver = true;
      const left = (hidden.get(key) ?? 1) - 1;
      if (left === 0) hidden.delete(key);
      else hidden.set(key, left);
    },
  };
}

/**
 * Tells of what commands put into panes. What it gives is to be waited for before they are sent, and then to be called,
 * unless they did not go after all; `undefined` where nobody wants to know.
 */
export function tellInput(place: string, commands: readonly Command[]): Promise<() => void> | undefined {
  if (taps.size === 0) return undefined;
  const told: (() => Promise<() => void>)[] = [];
  for (const { pane, data } of inputIn(commands, buffersOf(place))) {
    const key = keyOf(place, pane);
    const listeners = taps.get(key);
    if (!listeners || hidden.has(key)) continue;
    for (const tap of listeners) told.push(() => tap(data).catch(() => () => {}));
  }
  if (told.length === 0) return undefined;
  // One after the other: what is typed later must not overtake what is being told of.
  return telling.run(place, () => inTurn(told));
}

/** Remembers what a paste buffer holds that is filled past the commands. */
export function tellBuffer(place: string, name: string, data: Uint8Array): void {
  if (taps.size > 0) buffersOf(place).set(name, Buffer.from(data));
}

async function inTurn(told: readonly (() => Promise<() => void>)[]): Promise<() => void> {
  const goes: (() => void)[] = [];
  for (const tell of told) goes.push(await tell());
  return () => {
    for (const go of goes) go();
  };
}

const taps = new Map<string, Set<InputTap>>();
const hidden = new Map<string, number>();
const telling = new KeyedMutex();
/** Of each server: what is in the paste buffers that were filled here, until they are pasted. */
const buffers = new Map<string, Map<string, Buffer>>();

function buffersOf(place: string): Map<string, Buffer> {
  const known = buffers.get(place) ?? new Map<string, Buffer>();
  buffers.set(place, known);
  return known;
}

function keyOf(place: string, pane: string): string {
  return `${place} ${pane}`;
}
