/** What a program does, known from its source or its manual, never from muxwright. */
export type Truth =
  /** It waits for input. */
  | 'waits'
  /** It works, sleeps or shows something, also where it would notice a key. */
  | 'works';

/** Waits for a text on the screen, types, or presses keys by their tmux names. */
export type Step = { readonly see: string | RegExp } | { readonly type: string } | { readonly keys: string };

/** A program, how it gets into a state, and what that state is. */
export interface LabProgram {
  readonly name: string;
  /** For `sh`; its folder is its own, and is its HOME. */
  readonly command: string;
  readonly steps: readonly Step[];
  readonly truth: Truth;
  /** The question that is reported. */
  readonly prompt?: RegExp;
  /** Whether it asks nobody anything; not checked where it is not given. */
  readonly idle?: boolean;
  /** Programs it needs; without one of them it is listed as not tried. */
  readonly needs: readonly string[];
  /** Only for root, or only for an ordinary user. */
  readonly only?: 'root' | 'user';
  /** Not in a container, and why. */
  readonly notIn?: 'container';
  /** Part of the shorter form, which `npm test` runs. */
  readonly short: boolean;
  /** Runs on another machine or in another container, so that only a client of it is here. */
  readonly elsewhere: boolean;
  /** Only another machine or another screen knows: everything but `certain` counts as right. */
  readonly hidden: boolean;
}

type Extras = Partial<Omit<LabProgram, 'name' | 'command' | 'steps' | 'truth'>>;
type Steps = string | RegExp | readonly Step[];

/** Somebody has to answer. */
export function asks(name: string, command: string, steps: Steps, extras: Extras = {}): LabProgram {
  return program(name, command, steps, 'waits', { idle: false, ...extras });
}

/** It waits; whether it asks or takes whatever comes next is not checked. */
export function waits(name: string, command: string, steps: Steps, extras: Extras = {}): LabProgram {
  return program(name, command, steps, 'waits', extras);
}

/** It waits for whatever a person wants next, and asks nothing. */
export function idles(name: string, command: string, steps: Steps, extras: Extras = {}): LabProgram {
  return program(name, command, steps, 'waits', { idle: true, ...extras });
}

export function works(name: string, command: string, steps: Steps, extras: Extras = {}): LabProgram {
  return program(name, command, steps, 'works', extras);
}

function program(name: string, command: string, steps: Steps, truth: Truth, extras: Extras): LabProgram {
  const [first = ''] = /^[\w.+-]+(?![\w=])/.exec(command) ?? [];
  const known = { needs: first === '' ? [] : [first], short: false, hidden: false, elsewhere: false };
  return {
    name,
    command,
    steps: Array.isArray(steps) ? steps : [{ see: steps as string }],
    truth,
    ...known,
    ...extras,
  };
}

export const see = (text: string | RegExp): Step => ({ see: text });
export const type = (text: string): Step => ({ type: text });
export const keys = (names: string): Step => ({ keys: names });
