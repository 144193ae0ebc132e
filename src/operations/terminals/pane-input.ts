import { Semaphore } from '../../model/index.js';
import type { Pane } from '../../tmux/index.js';

/** What viewers type, in the order in which it came. */
export class PaneInput {
  readonly #pane: Pane;
  /** A paste takes several steps: what is typed meanwhile comes after it. */
  readonly #pasting = new Semaphore(1);

  constructor(pane: Pane) {
    this.#pane = pane;
  }

  /** Resolves when tmux has it. */
  send(data: Uint8Array): Promise<void> {
    const pasted = pastedText(data);
    if (!pasted && this.#pasting.idle) return this.#pane.type(data);
    return this.#pasting.run(() =>
      pasted ? this.#pane.paste(pasted, { newline: 'lf' }) : this.#pane.type(data),
    );
  }
}

const BEGIN = Buffer.from('\x1b[200~');
const END = Buffer.from('\x1b[201~');

/**
 * What is between the brackets of a paste. tmux puts them around it again where the program wants them: a viewer that
 * came later than the program said so does not know, and not every tmux can tell it.
 */
function pastedText(data: Uint8Array): Buffer | undefined {
  const bytes = Buffer.from(data.buffer, data.byteOffset, data.byteLength);
  if (bytes.length < BEGIN.length + END.length) return undefined;
  const isPaste = bytes.indexOf(BEGIN) === 0 && bytes.indexOf(END) === bytes.length - END.length;
  return isPaste ? bytes.subarray(BEGIN.length, bytes.length - END.length) : undefined;
}
