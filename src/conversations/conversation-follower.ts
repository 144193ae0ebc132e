import type { AgentScreen, ConversationRules } from '../panes/index.js';
import type { StyledScreen } from '../screen/index.js';
import { type ConversationFrame, conversationFrame, type FrameSource } from './conversation-frame.js';
import type { ConversationEvent, Message } from './message.js';
import { MessageTracker } from './message-tracker.js';
import { packRows } from './packed-rows.js';
import { type ParsedMessage, parseMessages } from './parse-messages.js';
import { QuietTurns } from './quiet-turns.js';
import { Transcript, type TranscriptOptions } from './transcript.js';
import { isUnpainted } from './unpainted.js';

/** What is known about the moment of a look besides the screen. */
export interface LookFacts {
  /** Whether the pane has been quiet for a while. */
  readonly quiet: boolean;
  /** Whether it has been quiet for so long that a program that says nothing about itself counts as done. */
  readonly silent: boolean;
}

/**
 * Follows a conversation from one look at the screen to the next. It has no clock and asks nobody: looks go in,
 * events come out.
 */
export class ConversationFollower {
  readonly #transcript: Transcript;
  readonly #tracker = new MessageTracker();
  #lastFrame: string | undefined;
  #screen: StyledScreen | undefined;
  #unpainted = false;
  #turns: QuietTurns | undefined;
  #lineByLine = false;
  #joined = false;
  #state: AgentScreen['state'] = 'unknown';

  constructor(options: TranscriptOptions = {}) {
    this.#transcript = new Transcript(options);
  }

  get messages(): readonly Message[] {
    return this.#tracker.messages;
  }

  /** Whether the last message may still grow. */
  get growing(): boolean {
    return this.#tracker.last?.complete === false;
  }

  /** Whether only silence can tell more: the program does not say whether it works, or has not painted yet. */
  get needsSilence(): boolean {
    return this.#unpainted || (this.#state === 'unknown' && this.growing);
  }

  look(source: FrameSource, rules: ConversationRules, facts: LookFacts): ConversationEvent[] {
    this.#unpainted = this.#screen !== undefined && !facts.silent && isUnpainted(this.#screen, source.screen);
    if (this.#unpainted) return [];
    this.#screen = source.screen;
    const frame = conversationFrame(source, rules);
    this.#state = stateOf(source.agent);
    this.#lineByLine = rules.lineByLine;
    this.#joined = rules.joined;
    this.#turns = rules.user.length === 0 ? (this.#turns ?? new QuietTurns()) : undefined;
    const packed = packRows(frame.rows).text;
    // Twice the same, with quiet in between: no half of it is still to be painted. The first look has to be believed.
    const first = this.#lastFrame === undefined;
    const settled = first || (facts.quiet && packed === this.#lastFrame);
    this.#lastFrame = packed;
    if (!frame.scrolled) this.#transcript.add(frame, { settled, growing: this.growing });
    return this.#track(frame, settled, facts.silent || first);
  }

  /** Nothing more will come. */
  end(): ConversationEvent[] {
    return this.#tracker.update(this.#parse(), {
      forgotten: this.#transcript.forgotten,
      complete: true,
      settled: true,
    });
  }

  #track(frame: ConversationFrame, settled: boolean, silent: boolean): ConversationEvent[] {
    const parsed = this.#parse();
    const isUser = parsed.at(-1)?.role === 'user';
    const rests = this.#state === 'unknown' ? silent : this.#state !== 'working';
    const complete = settled && !frame.scrolled && (rests || isUser);
    if (complete) this.#turns?.end(this.#transcript);
    return this.#tracker.update(parsed, { forgotten: this.#transcript.forgotten, complete, settled });
  }

  #parse(): ParsedMessage[] {
    const rows = this.#turns?.rowsOf(this.#transcript) ?? this.#transcript.rows;
    // Where nothing is marked, what comes first is a message like any other.
    const fromStart = this.#transcript.fromStart && !this.#turns;
    return parseMessages(rows, { fromStart, lineByLine: this.#lineByLine, joined: this.#joined });
  }
}

/** A box that looks empty does not prove that nothing is in progress. */
function stateOf({ state, confidence }: AgentScreen): AgentScreen['state'] {
  return confidence === 'guess' && (state === 'idle' || state === 'typing') ? 'unknown' : state;
}
