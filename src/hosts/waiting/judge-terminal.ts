import type {
  ProcessFacts,
  TerminalFacts,
  TerminalModes,
  TerminalVerdict,
  ThreadFacts,
} from './terminal-facts.js';
import { leadsTo, type ThreadRole, threadRole } from './thread-role.js';

/**
 * Decides from what the kernel says whether the program in a pane waits for input on its terminal.
 *
 * Certain is only what leaves no other reading: a program of one thread that can do nothing else before it has input,
 * in a group where nothing else runs; or a host on which no process looks at the terminal. A program that watches more
 * than the terminal (a socket, a timer, its other threads) may wait or work, and the terminal's mode decides which is
 * likelier: a program that takes single keys or hides what is typed talks with a person.
 */
export function judgeTerminal(facts: TerminalFacts): TerminalVerdict {
  if (facts.system !== 'Linux') {
    return unknown(`What a program waits for is only known on Linux, and this is ${facts.system || 'not'}.`);
  }
  if (facts.terminal === 0) return unknown('The process of the pane is gone, or has no terminal.');
  return judge(facts, facts.terminal);
}

interface Thread extends ThreadRole {
  readonly process: ProcessFacts;
  readonly thread: ThreadFacts;
  /** Whether its process belongs to another session than the terminal, and only has it open. */
  readonly foreign: boolean;
}

/** @param judged terminals that need not be judged again: those behind two relays are judged by the inner one */
function judge(facts: TerminalFacts, terminal: number, judged = new Set<number>()): TerminalVerdict {
  judged.add(terminal);
  const threads = threadsOf(facts, terminal);
  if (threads.length === 0) return unknown('No program is in the foreground of the terminal.');
  const modes = facts.modes.find((mode) => mode.terminal === terminal);
  const reader = threads.find(({ role }) => role === 'reads');
  const watcher = threads.findLast(({ role }) => role === 'watches');
  const looks = reader ?? (watcher && withChannels(facts, watcher));
  const behind = looks && relayed(facts, looks, threads, judged);
  if (behind) return behind;
  if (reader) return judgeReader(reader, threads, modes, facts.cut);
  if (looks) return judgeWatcher(looks, threads, modes, facts.cut);
  const unseen = threads.findLast(({ role }) => role === 'unseen');
  if (unseen) return judgeUnseen(unseen, threads, modes);
  return judgeBusy(threads, facts);
}

/** What all do that can read a terminal. Those of another session count only where they look at it, or may. */
function threadsOf({ processes }: TerminalFacts, terminal: number): Thread[] {
  const found = processes.flatMap((process): Thread[] => {
    if (process.state === 'Z') return [];
    const foreign = process.terminal !== terminal;
    if (foreign && !hasOpen(process, terminal)) return [];
    // A process whose threads may not even be listed is one thread of which nothing is known.
    const known = process.threads.length > 0 ? process.threads : [NO_THREAD];
    return known.map((thread) => ({ ...threadRole(thread, process, terminal), process, thread, foreign }));
  });
  const own = found.filter(({ foreign }) => !foreign);
  const looking = found.filter(({ foreign, role }) => foreign && role !== 'busy' && role !== 'idle');
  return own.length > 0 ? [...own, ...looking] : found;
}

/** One without a terminal that may not be looked at is among the processes because it may have this one open. */
function hasOpen(process: ProcessFacts, terminal: number): boolean {
  if (!process.files) return process.terminal === 0;
  return Object.values(process.files).some((link) => leadsTo(link, process, terminal) !== undefined);
}

const NO_THREAD: ThreadFacts = { id: 0, timeslices: 0, call: undefined, waitChannel: '', awaits: undefined };

function judgeReader(
  reader: Thread,
  threads: readonly Thread[],
  modes: TerminalModes | undefined,
  cut: boolean,
): TerminalVerdict {
  const own = threads.filter(({ process }) => process === reader.process);
  const computing = own.find(({ doing }) => doing === 'is computing');
  if (computing) return running('guess', computing, 'while another of its threads reads the terminal');
  const beside = reader.foreign && threads.find(({ foreign, doing }) => !foreign && doing === 'is computing');
  if (beside) return running('guess', beside, `while ${title(reader)} of another session reads the terminal`);
  const others = threads.filter(({ role }) => role === 'busy' || role === 'unseen');
  // As `docker run -it` does it: one thread passes on what is typed, another what comes back.
  const besides = own.find((thread) => others.includes(thread));
  if (besides) return waiting('guess', reader, modes, besides);
  const timed = modes?.readTimeoutMs !== undefined;
  const certain = reader.sure && own.length === 1 && others.length === 0 && !cut && !reader.foreign && !timed;
  return waiting(certain ? 'certain' : 'likely', reader, modes, others[0]);
}

function judgeWatcher(
  watcher: Thread,
  threads: readonly Thread[],
  modes: TerminalModes | undefined,
  cut: boolean,
): TerminalVerdict {
  const own = threads.filter(({ process }) => process === watcher.process);
  const others = threads.filter((thread) => isBesides(thread, watcher));
  const talks = modes && (!modes.canonical || !modes.echo);
  const news = watcher.also.filter((source) => source !== 'pipe' || !talks);
  // Everybody has the terminal open: without the call it is not known whether that is what a program polls.
  if (news.length === 0 && others.length === 0 && (watcher.sure || talks)) {
    const alone = watcher.also.length === 0 && own.length === 1 && !watcher.timed;
    const certain = watcher.sure && alone && !cut && !watcher.foreign;
    return waiting(certain ? 'certain' : 'likely', watcher, modes, undefined);
  }
  if (talks) return waiting('guess', watcher, modes, others[0]);
  if (!modes) return unknown(`${title(watcher)} ${watcher.doing}, and the terminal does not show its mode.`);
  const other = others[0] && `while ${title(others[0])} ${others[0].doing}`;
  const beside = other ?? (news[0] ? `and waits for a ${news[0]} too` : 'and takes whole lines');
  return running('guess', watcher, beside);
}

/** What does something else meanwhile. A program that has another session ask for it waits for that one's answer. */
function isBesides({ role, foreign, also }: Thread, watcher: Thread): boolean {
  if (role === 'unseen') return true;
  return role === 'busy' && !(watcher.foreign && !foreign && also.length > 0);
}

/**
 * A program that looks at its terminal and at one that it has made (`script`, `su --pty`, an inner tmux) passes on what
 * is typed: the programs on the other side are judged. Of several terminals it is not known which one is shown.
 */
function relayed(
  facts: TerminalFacts,
  relay: Thread,
  threads: readonly Thread[],
  judged: Set<number>,
): TerminalVerdict | undefined {
  const own = threads.filter(({ process }) => process === relay.process);
  if (!own.some(({ also }) => also.includes('terminal'))) return undefined;
  const behind: TerminalVerdict[] = [];
  for (const { terminal } of facts.processes) {
    if (terminal !== 0 && !judged.has(terminal) && !isChannel(facts, terminal))
      behind.push(judge(facts, terminal, judged));
  }
  const verdict = behind.find(({ state }) => state === 'waiting') ?? behind[0];
  if (!verdict) return undefined;
  const agreed = behind.every(({ state }) => state === verdict.state);
  const most = verdict.confidence === 'certain' ? 'likely' : verdict.confidence;
  return {
    ...verdict,
    confidence: agreed ? most : 'guess',
    reason: `Behind ${title(relay)}: ${verdict.reason}`,
  };
}

/**
 * A terminal without a size that shows nothing of what is written to it is no screen: an editor has it as a pipe to a
 * program that it uses (Emacs to its compiler).
 */
function isChannel({ modes }: TerminalFacts, terminal: number): boolean {
  const mode = modes.find((one) => one.terminal === terminal);
  return mode?.sizeless === true && mode.canonical && !mode.echo;
}

function withChannels(facts: TerminalFacts, watcher: Thread): Thread {
  const below = facts.processes.filter(({ terminal }) => terminal !== 0 && terminal !== facts.terminal);
  if (below.length === 0 || !below.every(({ terminal }) => isChannel(facts, terminal))) return watcher;
  return { ...watcher, also: watcher.also.map((news) => (news === 'terminal' ? 'pipe' : news)) };
}

function judgeUnseen(
  unseen: Thread,
  threads: readonly Thread[],
  modes: TerminalModes | undefined,
): TerminalVerdict {
  const { process } = unseen;
  if (modes?.canonical && !modes.echo) {
    const reason = `${title(unseen)} ${unseen.doing}, but the terminal takes a line without showing it, as for a password.`;
    return { state: 'waiting', confidence: 'likely', kind: 'password', reason, process: named(process) };
  }
  const busy = threads.find(({ role }) => role === 'busy');
  if (busy) return running('guess', busy, `and ${title(unseen)} ${unseen.doing}`);
  if (modes && !modes.canonical) {
    const reason = `${title(unseen)} ${unseen.doing}, but the terminal hands over every key.`;
    return { state: 'waiting', confidence: 'guess', kind: 'key', reason, process: named(process) };
  }
  return { ...unknown(`${title(unseen)} ${unseen.doing}.`), process: named(process) };
}

function judgeBusy(threads: readonly Thread[], { cut, whole, processes }: TerminalFacts): TerminalVerdict {
  const last = (test: (thread: Thread) => boolean): Thread | undefined => threads.findLast(test);
  const busy =
    last(({ role }) => role === 'busy') ?? last(({ doing }) => !doing.endsWith('futex')) ?? threads[0];
  if (!busy) return unknown('No program is in the foreground of the terminal.');
  const mayLook = threads.some(({ soon, process }) => soon === true || process.signalled === true);
  // All wait for a process, and there is none: one has ended just now, or another begins.
  const known = processes.filter(({ state }) => state !== 'Z').flatMap((process) => process.threads);
  const between = known.every(({ call }) => /^wait/.test(call?.name ?? ''));
  const sure = threads.every((thread) => thread.sure) && whole && !cut && !mayLook && !between;
  return running(sure ? 'certain' : 'likely', busy, 'and nobody looks at the terminal');
}

function waiting(
  confidence: TerminalVerdict['confidence'],
  thread: Thread,
  modes: TerminalModes | undefined,
  other: Thread | undefined,
): TerminalVerdict {
  const kind = modes && (modes.canonical ? (modes.echo ? 'line' : 'password') : 'key');
  const also = thread.also.length > 0 ? `, and a ${thread.also.join(' and a ')} with it` : '';
  const unsure = thread.thread.call ? ' (or another one)' : ' (its system calls may not be read)';
  const unseen = thread.sure ? '' : unsure;
  const beside = other ? `, while ${title(other)} ${other.doing}` : '';
  const reason = `${title(thread)} ${thread.doing}${also}${unseen}${beside}.`;
  const { timeslices, id } = thread.thread;
  const timeoutMs = thread.timeoutMs ?? (thread.role === 'reads' ? modes?.readTimeoutMs : undefined);
  return {
    state: 'waiting',
    confidence,
    ...(kind && { kind }),
    reason,
    process: named(thread.process),
    ...(timeoutMs !== undefined && { timeoutMs }),
    wait: `${thread.process.pid}:${id}:${timeslices}`,
  };
}

function running(confidence: TerminalVerdict['confidence'], thread: Thread, beside: string): TerminalVerdict {
  const reason = `${title(thread)} ${thread.doing}, ${beside}.`;
  return { state: 'running', confidence, reason, process: named(thread.process) };
}

function unknown(reason: string): TerminalVerdict {
  return { state: 'unknown', confidence: 'guess', reason };
}

function title({ process }: Thread): string {
  return `${process.name} (${process.pid})`;
}

function named({ pid, name }: ProcessFacts): { pid: number; name: string } {
  return { pid, name };
}
