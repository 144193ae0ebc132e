import type { ProcessFacts, TerminalFacts, TerminalModes, TerminalVerdict } from './terminal-facts.js';
import { type ThreadRole, threadRole } from './thread-role.js';

/**
 * Decides from what the kernel says whether the program in a pane waits for input on its terminal.
 *
 * Certain is only what leaves no other reading: a program of one thread that can do nothing else before it has input,
 * in a group where nobody else does anything; or a group in which nobody looks at the terminal. A program that watches
 * more than the terminal (a socket, a timer, its other threads) may wait or work, and the terminal's mode decides which
 * is likelier: who takes single keys or hides what is typed talks with somebody.
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
}

function judge(facts: TerminalFacts, terminal: number): TerminalVerdict {
  const members = facts.processes.filter((process) => process.terminal === terminal && process.state !== 'Z');
  if (members.length === 0) return unknown('No program is in the foreground of the terminal.');
  const threads = members.flatMap((process): Thread[] => {
    // A process whose threads may not even be listed is one thread of which nothing is known.
    const known = process.threads.length > 0 ? process.threads : [NO_THREAD];
    return known.map((thread) => ({ ...threadRole(thread, process, terminal), process }));
  });
  const modes = facts.modes.find((mode) => mode.terminal === terminal);
  const reader = threads.find(({ role }) => role === 'reads');
  const looks = reader ?? threads.findLast(({ role }) => role === 'watches');
  const behind = looks && relayed(facts, looks, threads);
  if (behind) return behind;
  if (reader) return judgeReader(reader, threads, modes, facts.cut);
  if (looks) return judgeWatcher(looks, threads, modes, facts.cut);
  const unseen = threads.findLast(({ role }) => role === 'unseen');
  if (unseen) return judgeUnseen(unseen, threads, modes);
  return judgeBusy(threads, facts.cut);
}

const NO_THREAD = { id: 0, timeslices: 0, call: undefined, waitChannel: '', awaits: undefined };

function judgeReader(
  reader: Thread,
  threads: readonly Thread[],
  modes: TerminalModes | undefined,
  cut: boolean,
): TerminalVerdict {
  const own = threads.filter(({ process }) => process === reader.process);
  const computing = own.find(({ doing }) => doing === 'is computing');
  if (computing) return running('guess', computing, 'while another of its threads reads the terminal');
  const others = threads.filter(({ role }) => role === 'busy' || role === 'unseen');
  // As `docker run -it` does it: one thread passes on what is typed, another what comes back.
  const besides = own.find((thread) => others.includes(thread));
  if (besides) return waiting('guess', reader, modes, besides);
  const certain = reader.sure && own.length === 1 && others.length === 0 && !cut;
  return waiting(certain ? 'certain' : 'likely', reader, modes, others[0]);
}

function judgeWatcher(
  watcher: Thread,
  threads: readonly Thread[],
  modes: TerminalModes | undefined,
  cut: boolean,
): TerminalVerdict {
  const own = threads.filter(({ process }) => process === watcher.process);
  const others = threads.filter(({ role }) => role === 'busy' || role === 'unseen');
  const talks = modes && (!modes.canonical || !modes.echo);
  const news = watcher.also.filter((source) => source !== 'pipe' || !talks);
  // Everybody has the terminal open: without the call it is not known whether that is what a program polls.
  if (news.length === 0 && others.length === 0 && (watcher.sure || talks)) {
    const alone = watcher.also.length === 0 && own.length === 1 && !watcher.timed;
    return waiting(watcher.sure && alone && !cut ? 'certain' : 'likely', watcher, modes, undefined);
  }
  if (talks) return waiting('guess', watcher, modes, others[0]);
  if (!modes) return unknown(`${title(watcher)} ${watcher.doing}, and the terminal does not show its mode.`);
  const other = others[0] && `while ${title(others[0])} ${others[0].doing}`;
  const beside = other ?? (news[0] ? `and waits for a ${news[0]} too` : 'and takes whole lines');
  return running('guess', watcher, beside);
}

/** Who looks at its terminal and at one it has made (`script`, `su --pty`) passes on what is typed: ask that one. */
function relayed(
  facts: TerminalFacts,
  relay: Thread,
  threads: readonly Thread[],
): TerminalVerdict | undefined {
  const own = threads.filter(({ process }) => process === relay.process);
  if (!own.some(({ also }) => also.includes('terminal'))) return undefined;
  const inner = facts.processes.find(({ terminal }) => terminal !== relay.process.terminal);
  if (!inner) return undefined;
  // Those that are behind two such programs are asked by the inner one of them.
  const rest = facts.processes.filter(({ terminal }) => terminal !== relay.process.terminal);
  const verdict = judge({ ...facts, processes: rest }, inner.terminal);
  const confidence = verdict.confidence === 'certain' ? 'likely' : verdict.confidence;
  return { ...verdict, confidence, reason: `Behind ${title(relay)}: ${verdict.reason}` };
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
  return { ...unknown(`${title(unseen)} ${unseen.doing}.`), process: named(process) };
}

function judgeBusy(threads: readonly Thread[], cut: boolean): TerminalVerdict {
  const last = (test: (thread: Thread) => boolean): Thread | undefined => threads.findLast(test);
  const busy =
    last(({ role }) => role === 'busy') ?? last(({ doing }) => !doing.endsWith('futex')) ?? threads[0];
  if (!busy) return unknown('No program is in the foreground of the terminal.');
  const sure = threads.every((thread) => thread.sure) && !cut;
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
  const unseen = thread.sure ? '' : ' (its system calls may not be read)';
  const beside = other ? `, while ${title(other)} ${other.doing}` : '';
  const reason = `${title(thread)} ${thread.doing}${also}${unseen}${beside}.`;
  return { state: 'waiting', confidence, ...(kind && { kind }), reason, process: named(thread.process) };
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
