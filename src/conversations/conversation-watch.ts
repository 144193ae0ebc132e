import { isMuxError } from '../model/index.js';
import { LookSchedule, type PaneObserver, type Profile } from '../panes/index.js';
import type { Cursor } from '../screen/index.js';
import { ConversationFollower } from './conversation-follower.js';
import type { FrameSource } from './conversation-frame.js';
import type { EventSink, EventSource } from './conversation-stream.js';
import { lookAtConversation } from './look-at-conversation.js';
import { PaintMarks } from './paint-marks.js';
import { RulesOfPane } from './rules-of-pane.js';

/** What a conversation needs of an observer. */
export type WatchedPane = Pick<PaneObserver, 'pane' | 'listen' | 'screen'>;

const watchDefaults = Object.freeze({
  /** After output the screen is looked at when it has been quiet for so long, as a paint comes in several pieces … */
  soonMs: 6,
  /** … or at the latest after so long. */
  latestMs: 25,
  /** Quiet that makes a screen count as settled, if the next look shows the same. */
  settleMs: 40,
  /** Silence after which a program that does not tell whether it works counts as done. */
  silentMs: 1_500,
  /** Rows above the screen that are read at first, in programs on the normal screen … */
  historyRows: 2_000,
  /** … and after that, while nothing was missed. */
  followRows: 150,
});

export interface ConversationWatchOptions {
  readonly existing?: boolean;
  readonly maxRows?: number;
}

/** Looks, not time: where this process stood still, the program may have, too. It is about a second. */
const MOST_PASSED = 25;

/** Looks at a pane whenever it has printed something, and tells what is new in its conversation. */
export class ConversationWatch implements EventSource {
  readonly #observer: WatchedPane;
  readonly #profile: Profile;
  readonly #follower: ConversationFollower;
  readonly #rules: RulesOfPane;
  readonly #sink: EventSink;
  readonly #existing: boolean;
  #stopListening: (() => void) | undefined;
  readonly #schedule = new LookSchedule(() => this.#look());
  #ended = false;
  /** The last look; until the first one there is nothing to compare with. */
  #source: FrameSource | undefined;
  #dirtySince: number | undefined;
  #lastOutput = 0;
  #quietLooks = 0;
  #silentLooks = 0;
  /** Looks in a row at a screen that was half painted. */
  #passed = 0;
  #lookAgainAt: number | undefined;
  readonly #paint = new PaintMarks();
  #historyRows: number = watchDefaults.historyRows;

  constructor(
    observer: WatchedPane,
    profile: Profile,
    sink: EventSink,
    { existing = false, maxRows }: ConversationWatchOptions,
  ) {
    this.#observer = observer;
    this.#profile = profile;
    this.#sink = sink;
    this.#existing = existing;
    this.#rules = new RulesOfPane(profile);
    this.#follower = new ConversationFollower({
      sticky: this.#rules.guessed,
      ...(maxRows !== undefined && { maxRows }),
    });
  }

  async start(): Promise<void> {
    const output = (data: Buffer): void => {
      this.#paint.push(data);
      this.#output();
    };
    const gap = (): void => this.#output();
    const feed = await this.#observer.listen({ output, gap, closed: () => this.#end() });
    if (this.#ended) return feed.close();
    this.#stopListening = () => feed.close();
    const source = await lookAtConversation(this.#view, this.#profile, this.#historyRows);
    this.#paint.rest(source.screen.cursor);
    const there = this.#follower.look(source, this.#rules.at(source), { quiet: false, silent: false });
    // A message that is being written is new to somebody who comes in the midst of it.
    const writing = this.#follower.growing ? there.at(-1)?.message.id : undefined;
    for (const event of there) if (this.#existing || event.message.id === writing) this.#sink.tell(event);
    this.#source = source;
    this.#output();
  }

  close(): void {
    this.#ended = true;
    this.#schedule[Symbol.dispose]();
    this.#stopListening?.();
  }

  #output(): void {
    this.#lastOutput = performance.now();
    this.#dirtySince ??= this.#lastOutput;
    this.#quietLooks = 0;
    this.#silentLooks = 0;
    this.#plan();
  }

  #plan(): void {
    if (this.#source) this.#schedule.plan(this.#due());
  }

  #due(): number | undefined {
    const { soonMs, latestMs, settleMs, silentMs } = watchDefaults;
    if (this.#dirtySince !== undefined) {
      const last = Math.max(this.#lastOutput, this.#dirtySince);
      return Math.min(last + soonMs, this.#dirtySince + latestMs);
    }
    if (this.#lookAgainAt !== undefined) return this.#lookAgainAt;
    // Two looks at a quiet screen: the second one must show what the first one did.
    if (this.#quietLooks < 2) return this.#lastOutput + settleMs * (this.#quietLooks + 1);
    // The same for silence: a timer may be early, and the first such look may be the first that shows anything.
    if (this.#silentLooks < 2 && this.#follower.needsSilence)
      return this.#lastOutput + silentMs + settleMs * this.#silentLooks;
    return undefined;
  }

  async #look(): Promise<void> {
    const quietFor = performance.now() - this.#lastOutput;
    const { settleMs, silentMs } = watchDefaults;
    const facts = { quiet: quietFor >= settleMs - 1, silent: quietFor >= silentMs - 1 };
    this.#dirtySince = undefined;
    this.#lookAgainAt = undefined;
    if (facts.quiet) this.#quietLooks++;
    if (facts.silent) this.#silentLooks++;
    try {
      await this.#lookNow(facts);
    } catch (error) {
      this.#fail(error);
    }
    this.#plan();
  }

  async #lookNow(facts: { readonly quiet: boolean; readonly silent: boolean }): Promise<void> {
    const source = await lookAtConversation(this.#view, this.#profile, this.#historyRows, this.#source);
    if (this.#ended) return;
    this.#source = source;
    if (this.#isHalfPainted(source.screen.cursor, facts.quiet)) return;
    this.#historyRows = watchDefaults.followRows;
    const events = this.#follower.look(source, this.#rules.at(source), facts);
    for (const event of events) this.#sink.tell(event);
    if (source.screen.dead) this.#end();
  }

  get #view(): Parameters<typeof lookAtConversation>[0] {
    const { pane } = this.#observer;
    return { styledScreen: () => this.#observer.screen(), capture: (options) => pane.capture(options) };
  }

  /**
   * A program that gets no time in the midst of a paint is quiet, too. One that has hidden its cursor for good is
   * believed in the end.
   */
  #isHalfPainted(cursor: Cursor, quiet: boolean): boolean {
    const half = this.#paint.isHalfPainted(cursor);
    if (half && this.#passed < MOST_PASSED) {
      this.#passed++;
      this.#quietLooks = 0;
      this.#silentLooks = 0;
      this.#lookAgainAt = performance.now() + watchDefaults.settleMs;
      return true;
    }
    this.#passed = 0;
    if (half || quiet) this.#paint.rest(cursor);
    return false;
  }

  #fail(error: unknown): void {
    if (isMuxError(error, 'PANE_NOT_FOUND') || isMuxError(error, 'CLOSED')) this.#end();
    else this.#sink.end(error);
  }

  #end(): void {
    if (this.#ended) return;
    for (const event of this.#follower.end()) this.#sink.tell(event);
    this.#sink.end();
  }
}
