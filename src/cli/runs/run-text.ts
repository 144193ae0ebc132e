import { printable, type Style } from '../style.js';
import { type Ended, exitText } from '../text/exit-text.js';

export interface RunState extends Ended {
  readonly state: 'running' | 'waiting-for-input' | 'finished' | 'lost';
  readonly prompt?: string | undefined;
  readonly kind?: string | undefined;
}

/** What a run does, in a few words and a colour. */
export function stateText(run: RunState, style: Style): string {
  switch (run.state) {
    case 'running':
      return style.green('running');
    case 'waiting-for-input':
      return style.yellow('waits for input');
    case 'lost':
      return style.red('lost');
    case 'finished':
      return run.code === 0 ? exitText(run) : style.red(exitText(run));
  }
}

/** What it asks, on a line of its own. */
export function promptText({ state, prompt, kind }: RunState): string {
  if (state !== 'waiting-for-input') return '';
  const what = kind === 'password' ? ' (a password)' : kind === 'key' ? ' (a key)' : '';
  return `asks: ${printable(prompt ?? '')}${what}\n`;
}
