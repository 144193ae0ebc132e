import { runState } from '../../model/index.js';
import { printable, type Style, stateWord } from '../style.js';
import type { Ended } from '../text/exit-text.js';

export interface RunState extends Ended {
  readonly state: 'running' | 'waiting-for-input' | 'finished' | 'lost';
  readonly idle?: boolean | undefined;
  readonly prompt?: string | undefined;
  readonly question?: string | undefined;
  readonly fingerprint?: string | undefined;
  readonly kind?: string | undefined;
}

/** What a run does, in a word and a colour. */
export function stateText(run: RunState, style: Style): string {
  return stateWord(runState(run), style);
}

/** What it asks: the whole question, and what names it in an answer. */
export function promptText({ state, prompt = '', question, fingerprint, kind }: RunState): string {
  if (state !== 'waiting-for-input') return '';
  const what = kind === 'password' ? ' (a password)' : kind === 'key' ? ' (a key)' : '';
  const lines = (question ?? '')
    .split('\n')
    .filter((line) => line.trim() !== '' && line.trim() !== prompt.trim());
  const context = lines.map((line) => `  ${printable(line)}\n`).join('');
  const named = fingerprint === undefined ? '' : `question: ${fingerprint}\n`;
  return `${context}asks: ${printable(prompt)}${what}\n${named}`;
}
