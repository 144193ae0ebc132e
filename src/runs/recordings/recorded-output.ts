import { type CastEvent, SentinelFilter } from '../../recorder/index.js';
import { type RedactingStream, redactedScreen } from '../../redaction/index.js';
import { paintScreen, type StyledScreen } from '../../screen/index.js';
import type { PaneSnapshot } from '../../tmux/index.js';
import { type PaneRules, paneStream, redactedLines } from '../pane-rules.js';

/** Makes events of a recording out of pictures and output of a pane, without secrets. */
export class RecordedOutput {
  readonly #rules: PaneRules;
  #redaction: RedactingStream;
  #sentinels = new SentinelFilter();
  #decoder = new TextDecoder();
  #size: { readonly width: number; readonly height: number } | undefined;

  /** @param size that the recording has up to now */
  constructor(rules: PaneRules, size?: { readonly width: number; readonly height: number } | undefined) {
    this.#rules = rules;
    this.#redaction = paneStream(rules);
    this.#size = size;
  }

  /** What was held back before it is in the picture: it is not given. */
  painted(snapshot: PaneSnapshot, at: number): CastEvent[] {
    const { width, height } = snapshot.screen;
    const known = this.#size;
    this.#size = { width, height };
    const events: CastEvent[] = [];
    if (known && (known.width !== width || known.height !== height)) {
      events.push({ at, type: 'resize', width, height });
    }
    return [...events, { at, type: 'output', data: this.#paint(snapshot) }];
  }

  printed(data: Buffer, at: number): CastEvent[] {
    const text = this.#sentinels.push(this.#decoder.decode(data, { stream: true }));
    return output(this.#redaction.push(text), at);
  }

  /** A marker; the words of a program, or of a caller, may have a secret in them. */
  marked(label: string, at: number): CastEvent {
    return { at, type: 'marker', label: this.#redacted([label]).join('') };
  }

  /** What is held back, where nothing more will come that could make a secret of it. */
  rest(at: number): CastEvent[] {
    return output(this.#redaction.end(), at);
  }

  #paint({ screen, beneath, modes, unfinished }: PaneSnapshot): string {
    this.#redaction = paneStream(this.#rules);
    this.#sentinels = new SentinelFilter();
    this.#decoder = new TextDecoder();
    const shown = this.#hidden(screen);
    const covered = beneath && this.#hidden(beneath);
    const { text, line = '' } = paintScreen({ screen: shown, beneath: covered, modes });
    const row = screen.cursor.y;
    // A secret may have begun at the cursor: the line goes the same way as what is printed behind it.
    const isSame = shown.styledRows[row] === screen.styledRows[row];
    return text + (isSame ? this.#redaction.push(line) : line) + this.#redaction.push(unfinished);
  }

  #hidden(screen: StyledScreen): StyledScreen {
    const redact = (lines: readonly string[]): string[] => this.#redacted(lines);
    return { ...redactedScreen(screen, redact), title: redact([screen.title]).join('') };
  }

  #redacted(lines: readonly string[]): string[] {
    return redactedLines(this.#rules, lines);
  }
}

function output(data: string, at: number): CastEvent[] {
  return data === '' ? [] : [{ at, type: 'output', data }];
}
