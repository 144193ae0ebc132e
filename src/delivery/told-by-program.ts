import type { Acceptance, Press } from './enter-outcome.js';
import { isWorking, type Sent } from './judge-enter.js';
import type { HeardSignal } from './pane-ear.js';
import type { PaneTalk } from './pane-talk.js';
import { showsText } from './text-match.js';

export const HOOK_RAN: Acceptance = {
  status: 'submitted',
  source: 'hook',
  detail: 'the hook UserPromptSubmit ran',
};

export const WORKS: Acceptance = {
  status: 'submitted',
  source: 'program-status',
  detail: 'the program told that it works',
};

/** What a hook told after Enter is worth more than what the screen shows. */
export function isToldByHook(talk: PaneTalk, sent: Sent, press: Press): boolean {
  return talk.ear.since(press.at).some(({ signal }) => isSubmitHook(signal, sent));
}

function isSubmitHook(signal: HeardSignal['signal'], sent: Sent): boolean {
  if (signal.type !== 'hook' || signal.event !== 'UserPromptSubmit') return false;
  const { prompt } = signal.payload;
  return typeof prompt !== 'string' || showsText(prompt, sent.text.slice(0, 200));
}

/** Of a program that was at work, or that had something answered, it says nothing that it works. */
export function beganToWork(talk: PaneTalk, { before, at }: Press): boolean {
  if (isWorking(before)) return false;
  let previous: string | undefined;
  for (const { signal, at: toldAt } of talk.ear.since(0)) {
    if (signal.type !== 'status') continue;
    const began = signal.state === 'working' && previous !== 'working' && previous !== 'blocked';
    if (began && toldAt >= at) return true;
    previous = signal.state;
  }
  return false;
}
