import { durationText } from '../model/index.js';
import type { AgentSignal } from './agent-signal.js';
import type { ExplainedSignal } from './agent-verdict.js';
import { type Claim, ranks, type Statement } from './claim.js';
import { hookName } from './hook-statement.js';
import type { ShellSignal } from './program-signal.js';
import { type ProgramKnowledge, type Reading, readSignal } from './signal-statement.js';
import { statusDefaults } from './status-defaults.js';
import { type Weighing, weighClaims } from './weigh-claims.js';

type Source = Claim['source'];

interface Heard {
  readonly said: string;
  readonly at: number;
  readonly refuted: boolean;
}

/** What each source has said last about one agent, as far as it still stands. Times are milliseconds. */
export class ClaimBook {
  readonly #knowledge: ProgramKnowledge;
  readonly #claims = new Map<Source, Claim>();
  readonly #heard = new Map<Reading['source'], Heard>();
  #asksForPermission = false;
  /** Whether the program puts the marks of a shell around its messages. */
  #marksMessages = false;
  /** Whether the agent had a turn: then it waits for the person, and not for a first prompt. */
  worked: boolean;
  /** When the program began, as long as it has shown nothing else. */
  startedAt: number | undefined;
  weighing: Weighing;

  constructor(knowledge: ProgramKnowledge, worked: boolean, now: number) {
    this.#knowledge = knowledge;
    this.worked = worked;
    this.startedAt = now;
    this.weighing = weighClaims([], now);
  }

  get(source: Source): Claim | undefined {
    return this.#claims.get(source);
  }

  /** When the last screen that was understood ceases to count, where later ones were not. */
  get fadesAt(): number | undefined {
    const screen = this.#claims.get('screen');
    const heard = this.#heard.get('screen');
    if (!screen || !heard || screen.heardAt >= heard.at) return undefined;
    return screen.heardAt + statusDefaults.fadeMs;
  }

  write(signal: AgentSignal, now: number): void {
    const reading = readSignal(signal, this.#knowledge);
    this.#heard.set(reading.source, { said: reading.said, at: now, refuted: false });
    const at = 'at' in signal && signal.at ? Math.min(signal.at.getTime(), now) : now;
    if (this.#counts(signal, reading.statement, at, now)) this.#enter(signal, reading, at);
  }

  weigh(now: number): Claim | undefined {
    if ((this.fadesAt ?? Number.POSITIVE_INFINITY) <= now) this.#claims.delete('screen');
    this.weighing = this.#withoutEarlyGuess(weighClaims([...this.#claims.values()], now), now);
    for (const claim of this.weighing.refuted) this.#refute(claim);
    const { winner } = this.weighing;
    if (winner) this.startedAt = undefined;
    if (winner?.phase === 'working') this.worked = true;
    return winner;
  }

  /**
   * A program that is known and still starts can look ready before it is: a dialog may come first. Unless the screen is
   * surer, it must look so for a while.
   */
  #withoutEarlyGuess(weighing: Weighing, now: number): Weighing {
    const { winner } = weighing;
    if (this.#knowledge.guessFromSilence || this.startedAt === undefined || !winner) return weighing;
    const isGuess = winner.source === 'screen' && winner.phase === 'ready' && winner.confidence === 'guess';
    const countsAt = winner.since + statusDefaults.settleMs.guess;
    return isGuess && now < countsAt
      ? {
          ...weighing,
          winner: undefined,
          reconsiderAt: Math.min(countsAt, weighing.reconsiderAt ?? countsAt),
        }
      : weighing;
  }

  explain(now: number): ExplainedSignal[] {
    const rankOf = (source: Reading['source']): number => (source === 'terminal' ? 0 : ranks[source]);
    const heard = [...this.#heard].sort(([a], [b]) => rankOf(b) - rankOf(a));
    return heard.map(([source, { said, at, refuted }]) => {
      const claim = source === 'terminal' ? undefined : this.#claims.get(source);
      const role = refuted ? 'refuted' : roleOf(claim, this.weighing.winner);
      return { source, said, at: new Date(at), ageMs: now - at, role };
    });
  }

  /** Does what a signal means beside its claim; tells whether it may make one. */
  #counts(signal: AgentSignal, statement: Statement | undefined, at: number, now: number): boolean {
    switch (signal.type) {
      case 'status':
        this.#seenAlive(at, now);
        return true;
      case 'hook':
        if (statement && statement.phase !== 'gone') this.#seenAlive(at, now);
        return this.#believesHook(signal.event, statement, at);
      case 'process':
        if (signal.running) this.#processSeen(now);
        return !signal.running;
      case 'submitted':
        // A fast agent may report its end before the sender has reported its start.
        return !this.#spokeAfter(at);
      case 'shell':
        return this.#believesMark(signal);
      case 'mode':
        // A program that sets up the terminal again is not the shell that runs the command.
        if (signal.on && this.#claims.get('osc133')?.phase === 'working') this.#claims.delete('osc133');
        return false;
      case 'silence':
        this.#takeSilence(signal.quietMs, now);
        return false;
      case 'gap':
        for (const source of ['program-status', 'progress', 'osc133', 'title'] as const) this.#doubt(source);
        return false;
      case 'task-status':
      case 'status-query':
      case 'bell':
        return false;
      default:
        return true;
    }
  }

  #enter(signal: AgentSignal, { source, statement }: Reading, at: number): void {
    if (source === 'terminal') return;
    if (statement?.phase === 'gone') this.#forgetAll();
    if (statement) this.#claim(source, statement, at);
    // A screen that is not understood refutes nothing, but what was seen before it is not seen any more.
    else if (source === 'screen') this.#doubt('screen');
    else if (signal.type !== 'hook') this.#claims.delete(source);
  }

  #claim(source: Source, statement: Statement, at: number): void {
    const before = this.#claims.get(source);
    if (before && before.heardAt > at) return;
    const observed = source === 'screen';
    const since = observed && before?.phase === statement.phase ? before.since : at;
    const seen = observed && { seen: { ...before?.seen, [statement.phase]: at } };
    this.#claims.set(source, { source, ...statement, since, heardAt: at, ...seen });
    if (statement.turnOver) this.worked = true;
    if (source === 'program-status' || source === 'hook') this.#claims.delete('bridge');
  }

  /** A notification comes late, and adds nothing where the thing itself was told. */
  #believesHook(event: string, statement: Statement | undefined, at: number): boolean {
    const name = hookName(event);
    if (name === 'permissionrequest') this.#asksForPermission = true;
    if (name === 'notification') return !this.#claims.has('program-status') && !this.#asksForPermission;
    if (name === 'sessionstart' && statement && !this.#spokeAfter(at)) this.worked = false;
    return true;
  }

  /**
   * Marks around messages prove nothing. A shell reports the end of each command, and such a program never does.
   */
  #believesMark({ mark, aroundMessage }: ShellSignal): boolean {
    if (mark === 'D') this.#marksMessages = false;
    if (aroundMessage) this.#marksMessages = true;
    if (this.#marksMessages) this.#claims.delete('osc133');
    return !this.#marksMessages;
  }

  #spokeAfter(at: number): boolean {
    const sources = ['program-status', 'hook'] as const;
    return sources.some((source) => (this.#claims.get(source)?.heardAt ?? 0) > at);
  }

  #seenAlive(at: number, now: number): void {
    const gone = this.#claims.get('process');
    if (gone && gone.heardAt <= at) this.#beginAnew(now);
  }

  /** A program that has said good-bye is seen a moment longer. */
  #processSeen(now: number): void {
    const hook = this.#claims.get('hook');
    const leaving = hook?.phase === 'gone';
    if (leaving && now - hook.heardAt < statusDefaults.fadeMs) return;
    if (leaving || this.#claims.has('process')) this.#beginAnew(now);
  }

  #beginAnew(now: number): void {
    this.#forgetAll();
    this.startedAt = now;
  }

  #forgetAll(): void {
    this.#claims.clear();
    this.worked = false;
    this.#asksForPermission = false;
  }

  #takeSilence(quietMs: number, now: number): void {
    const { staleMs, silenceMs } = statusDefaults;
    for (const claim of quietMs >= staleMs ? [...this.#claims.values()] : []) {
      // A screen that still shows the work is there to be seen; a program that told its status will tell the next.
      const lasts = claim.source === 'program-status' || claim.source === 'screen';
      if (claim.phase === 'working' && !lasts) this.#refute(claim);
    }
    if (quietMs < silenceMs) this.#claims.delete('silence');
    else if (this.#knowledge.guessFromSilence)
      this.#claim(
        'silence',
        { phase: 'ready', confidence: 'guess', detail: `quiet for ${durationText(quietMs)}` },
        now,
      );
  }

  #doubt(source: Source): void {
    const claim = this.#claims.get(source);
    if (claim) this.#claims.set(source, { ...claim, confidence: 'guess' });
  }

  #refute(claim: Claim): void {
    this.#claims.delete(claim.source);
    const heard = this.#heard.get(claim.source);
    if (heard) this.#heard.set(claim.source, { ...heard, refuted: true });
  }
}

function roleOf(claim: Claim | undefined, winner: Claim | undefined): ExplainedSignal['role'] {
  if (!claim) return 'silent';
  if (claim === winner) return 'decides';
  return claim.phase === winner?.phase ? 'agrees' : 'contradicts';
}
