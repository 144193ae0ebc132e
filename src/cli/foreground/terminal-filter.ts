import { TerminalModes } from './terminal-modes.js';
import { isKeyMode, isQuery } from './terminal-sequences.js';

/**
 * Makes the output of a program, whose terminal is a pane of tmux, fit for the terminal of a person: without the
 * questions to the terminal, which tmux has answered, and with what was wrapped for tmux unwrapped. Everything else
 * passes byte for byte.
 */
export class TerminalFilter {
  readonly modes = new TerminalModes();
  #rest = '';

  push(data: Buffer): Buffer {
    if (this.#rest === '' && !data.includes(ESCAPE)) return data;
    const text = this.#rest + data.toString('latin1');
    const cut = UNFINISHED.exec(text)?.index ?? text.length;
    // A picture is long, and nothing that would have to be changed.
    const end = text.length - cut > LONGEST ? text.length : cut;
    this.#rest = text.slice(end);
    const shown = text.slice(0, end).replace(SEQUENCE, (sequence) => this.#shown(sequence));
    return Buffer.from(shown, 'latin1');
  }

  end(): Buffer {
    const rest = Buffer.from(this.#rest, 'latin1');
    this.#rest = '';
    return rest;
  }

  #shown(sequence: string): string {
    const [, wrapped] = WRAPPED.exec(sequence) ?? [];
    if (wrapped !== undefined) return wrapped.replaceAll('\x1b\x1b', '\x1b');
    // A window of tmux is named so; other terminals would print the name.
    if (sequence.startsWith('\x1bk')) return '';
    if (isQuery(sequence) || isKeyMode(sequence)) return '';
    this.modes.see(sequence);
    return sequence;
  }
}

const ESCAPE = 0x1b;
const LONGEST = 4_096;

const WRAPPED = /^\x1bPtmux;(.*)\x1b\\$/s;

/** Control sequences, strings, and the short ones. */
const SEQUENCE =
  /\x1bPtmux;(?:[^\x1b]|\x1b\x1b)*\x1b\\|\x1b(?:\[[0-?]*[ -/]*[@-~]|[\]P^_Xk][^\x07\x1b]*(?:\x07|\x1b\\)|[ -/]*[0-OQ-WYZ\\`-jl-~])/g;

/** A sequence at the end of the text that has not ended. */
const UNFINISHED =
  /\x1b(?:\[[0-?]*[ -/]*|Ptmux;(?:[^\x1b]|\x1b\x1b)*\x1b?|[\]P^_Xk][^\x07\x1b]*\x1b?|[ -/]*)$/;
