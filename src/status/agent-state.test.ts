import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ScreenState } from '../panes/profiles/classify-screen.js';
import {
  type AgentSignal,
  type AgentState,
  AgentStateMachine,
  type AgentStateOptions,
  type Transition,
} from './agent-state.js';
import type { Confidence, VerdictSource } from './agent-verdict.js';
import { statusDefaults } from './status-defaults.js';

/** A machine whose time passes only when the test says so. */
class Bench {
  now = 1_000_000;
  readonly machine: AgentStateMachine;
  readonly transitions: Transition[] = [];

  constructor(options: AgentStateOptions = {}) {
    this.machine = new AgentStateMachine({ clock: () => new Date(this.now), ...options });
  }

  tell(...signals: readonly AgentSignal[]): this {
    for (const signal of signals) this.#keep(this.machine.apply(signal));
    return this;
  }

  pass(ms: number): this {
    this.now += ms;
    this.#keep(this.machine.reconsider());
    return this;
  }

  /** The same screen, again and again for so long. */
  show(state: ScreenState, forMs = 0, confidence: Confidence = 'certain'): this {
    this.tell(screen(state, confidence));
    for (let shown = 0; shown < forMs; shown += 100) this.pass(100).tell(screen(state, confidence));
    return this;
  }

  get is(): string {
    const { state, source } = this.machine.verdict;
    return `${state} by ${source}`;
  }

  #keep(transition: Transition | undefined): void {
    if (transition) this.transitions.push(transition);
  }
}

const permission: AgentSignal = {
  type: 'status',
  state: 'blocked',
  kind: 'permission',
  raw: 'state=blocked:kind=permission',
};

describe('a program that is known and starts', () => {
  it('is not ready because its screen is guessed to be, unless that lasts', () => {
    const bench = new Bench().show('idle', 1_000, 'guess');
    expect(bench.is).toBe('STARTING by process');
    bench.tell(screen('permission', 'certain'));
    expect(bench.transitions.map(({ to }) => to.state)).toEqual(['AWAITING_INPUT']);

    const slow = new Bench().show('idle', statusDefaults.settleMs.guess, 'guess');
    expect(slow.is).toBe('IDLE by screen');
  });

  it('is ready as soon as the screen is surer, or the program says so', () => {
    expect(new Bench().show('idle', 100, 'guess').show('idle', 0, 'likely').is).toBe('IDLE by screen');
    const told: AgentSignal = { type: 'status', state: 'idle', raw: 'state=idle' };
    expect(new Bench().show('idle', 100, 'guess').tell(told).is).toBe('IDLE by program-status');
  });

  it('is reconsidered in time where nothing more is seen', () => {
    const bench = new Bench().show('idle', 0, 'guess');
    const inMs = (bench.machine.reconsiderAt ?? Number.POSITIVE_INFINITY) - bench.now;
    expect(bench.pass(inMs).is).toBe('IDLE by screen');
  });

  it('is guessed at once where nothing is known about it', () => {
    expect(new Bench({ guessFromSilence: true }).show('idle', 0, 'guess').is).toBe('IDLE by screen');
  });
});

/** One signal after work, and what is made of it. */
const afterWork: readonly (readonly [string, AgentSignal, AgentState, VerdictSource, Confidence])[] = [
  ['status idle', status('idle'), 'AWAITING_INPUT', 'program-status', 'certain'],
  ['status done', status('done'), 'AWAITING_INPUT', 'program-status', 'certain'],
  ['status blocked', permission, 'AWAITING_INPUT', 'program-status', 'certain'],
  ['status working', status('working'), 'PROCESSING', 'program-status', 'certain'],
  ['Stop', hook('Stop'), 'AWAITING_INPUT', 'hook', 'certain'],
  ['StopFailure', hook('StopFailure', { error: 'overloaded' }), 'AWAITING_INPUT', 'hook', 'certain'],
  ['Interrupt', hook('Interrupt'), 'AWAITING_INPUT', 'hook', 'certain'],
  ['agent-turn-complete', hook('agent-turn-complete'), 'AWAITING_INPUT', 'hook', 'certain'],
  ['PermissionRequest', hook('PermissionRequest'), 'AWAITING_INPUT', 'hook', 'certain'],
  [
    'permission_prompt',
    hook('Notification', { notification_type: 'permission_prompt' }),
    'AWAITING_INPUT',
    'hook',
    'likely',
  ],
  [
    'idle_prompt',
    hook('Notification', { notification_type: 'idle_prompt' }),
    'AWAITING_INPUT',
    'hook',
    'likely',
  ],
  ['PreToolUse', hook('PreToolUse', { tool_name: 'Bash' }), 'PROCESSING', 'hook', 'certain'],
  ['post-tool-use', hook('post-tool-use'), 'PROCESSING', 'hook', 'certain'],
  ['SessionStart', hook('SessionStart', { source: 'clear' }), 'IDLE', 'hook', 'likely'],
  ['SessionEnd', hook('SessionEnd', { reason: 'other' }), 'EXITED', 'hook', 'likely'],
  [
    'the end of the process',
    { type: 'process', running: false, detail: 'bash' },
    'EXITED',
    'process',
    'certain',
  ],
  ['the end of the pane', { type: 'exit', detail: 'pane closed' }, 'EXITED', 'process', 'certain'],
];

/** One signal to a program of which nothing else is known. */
const fresh: readonly (readonly [string, AgentSignal, AgentState, VerdictSource, Confidence])[] = [
  ['status idle', status('idle'), 'IDLE', 'program-status', 'certain'],
  ['status done', status('done'), 'AWAITING_INPUT', 'program-status', 'certain'],
  ['SessionStart', hook('SessionStart', { source: 'startup' }), 'IDLE', 'hook', 'likely'],
  ['UserPromptSubmit', hook('UserPromptSubmit'), 'PROCESSING', 'hook', 'certain'],
  ['a prompt of a shell', { type: 'shell', mark: 'A' }, 'IDLE', 'osc133', 'likely'],
  ['a command of a shell', { type: 'shell', mark: 'C' }, 'PROCESSING', 'osc133', 'likely'],
  ['its end', { type: 'shell', mark: 'D', code: 1 }, 'AWAITING_INPUT', 'osc133', 'likely'],
  ['progress', { type: 'progress', state: 1, value: 50 }, 'PROCESSING', 'progress', 'likely'],
  ['a busy program', { type: 'progress', state: 3 }, 'PROCESSING', 'progress', 'likely'],
  ['no progress', { type: 'progress', state: 0 }, 'IDLE', 'progress', 'guess'],
  ['a paused program', { type: 'progress', state: 4 }, 'AWAITING_INPUT', 'progress', 'guess'],
  ['a title of work', { type: 'title', title: '⠋ thinking' }, 'PROCESSING', 'title', 'likely'],
  [
    'a title of a question',
    { type: 'title', title: '[ ! ] Action Required' },
    'AWAITING_INPUT',
    'title',
    'likely',
  ],
  ['any other title', { type: 'title', title: 'proj' }, 'STARTING', 'process', 'guess'],
  ['an idle screen', screen('idle'), 'IDLE', 'screen', 'certain'],
  ['a box with text', screen('typing', 'likely'), 'IDLE', 'screen', 'likely'],
  ['a working screen', screen('working'), 'PROCESSING', 'screen', 'certain'],
  ['a dialog', screen('permission'), 'AWAITING_INPUT', 'screen', 'certain'],
  ['a question', screen('question', 'likely'), 'AWAITING_INPUT', 'screen', 'likely'],
  ['an error', screen('error'), 'AWAITING_INPUT', 'screen', 'certain'],
  ['an unknown screen', screen('unknown'), 'STARTING', 'process', 'guess'],
  ['a wait for the terminal', { type: 'kernel', waiting: true, detail: 'read' }, 'IDLE', 'kernel', 'likely'],
  ['a long silence', { type: 'silence', quietMs: 10_000 }, 'IDLE', 'silence', 'guess'],
  ['a short silence', { type: 'silence', quietMs: 500 }, 'STARTING', 'process', 'guess'],
  ['a message that was taken', { type: 'submitted' }, 'PROCESSING', 'bridge', 'likely'],
  ['a bell', { type: 'bell' }, 'STARTING', 'process', 'guess'],
];

describe('AgentStateMachine', () => {
  it('begins as STARTING, and is UNKNOWN when nothing shows for long', () => {
    const bench = new Bench();
    expect(bench.is).toBe('STARTING by process');
    expect(bench.machine.reconsiderAt).toBe(bench.now + statusDefaults.startingMs);
    bench.pass(statusDefaults.startingMs);
    expect(bench.is).toBe('UNKNOWN by silence');
    expect(bench.machine.reconsiderAt).toBeUndefined();
  });

  it.each(fresh)(
    'takes a fresh program with %s for what it is',
    (_name, signal, state, source, confidence) => {
      const readTitle = (title: string): ScreenState | undefined =>
        title.startsWith('⠋') ? 'working' : title.startsWith('[ ! ]') ? 'permission' : undefined;
      const { machine } = new Bench({ readTitle, guessFromSilence: true }).tell(signal);
      expect(machine.verdict).toMatchObject({ state, source, confidence });
    },
  );

  it.each(afterWork)(
    'takes an agent after work with %s for what it is',
    (_name, signal, state, source, confidence) => {
      const bench = new Bench().tell(hook('UserPromptSubmit')).pass(1_000).tell(signal);
      expect(bench.machine.verdict).toMatchObject({ state, source, confidence });
    },
  );

  it('tells each transition once, from where to where, since when and by which source', () => {
    const bench = new Bench();
    bench
      .tell(hook('SessionStart'))
      .pass(5_000)
      .tell(hook('UserPromptSubmit'), hook('PreToolUse'))
      .pass(2_000);
    bench.tell(hook('Stop', { last_assistant_message: 'Done.' }), status('done'), screen('idle'));
    expect(bench.transitions.map(({ from, to }) => `${from.state} → ${to.state} by ${to.source}`)).toEqual([
      'STARTING → IDLE by hook',
      'IDLE → PROCESSING by hook',
      'PROCESSING → AWAITING_INPUT by hook',
    ]);
    expect(bench.machine.verdict).toMatchObject({ source: 'program-status', since: new Date(bench.now) });
    expect(bench.transitions[2]?.to.prompt).toEqual({ kind: 'answer', text: 'Done.' });
  });

  it('tells a turn that is over from a question, with what is asked and the choices on the screen', () => {
    const bench = new Bench().tell(hook('Stop'));
    const menu = { title: 'Proceed?', options: [], highlighted: undefined };
    const request = hook('PermissionRequest', { tool_name: 'Bash', tool_input: { command: 'rm x' } });
    bench.tell(request, {
      type: 'screen',
      screen: { state: 'permission', evidence: '', confidence: 'certain', menu },
    });
    expect(bench.machine.verdict.prompt).toEqual({ kind: 'permission', text: 'Bash rm x', menu });
    expect(bench.transitions.at(-1)).toMatchObject({
      from: { state: 'AWAITING_INPUT' },
      to: { state: 'AWAITING_INPUT' },
    });
  });

  it('believes the screen when Esc ends a turn, which no hook tells', () => {
    const bench = new Bench().tell(hook('UserPromptSubmit')).show('working', 1_000);
    bench.show('idle', statusDefaults.changeSettleMs);
    expect(bench.is).toBe('AWAITING_INPUT by screen');
  });

  it('does not mistake a screen that is behind for the end of a turn', () => {
    const bench = new Bench()
      .show('idle', 3_000)
      .tell(hook('UserPromptSubmit'))
      .show('idle', 1_000)
      .show('working');
    expect(bench.is).toBe('PROCESSING by hook');
    expect(bench.transitions.map(({ to }) => to.state)).toEqual(['IDLE', 'PROCESSING']);
  });

  it('trusts a lasting idle screen although the work reported by a hook was never seen', () => {
    const bench = new Bench().tell(hook('UserPromptSubmit')).show('idle', statusDefaults.settleMs.certain);
    expect(bench.is).toBe('AWAITING_INPUT by screen');
  });

  it('sees the work that continues after a permission was given at the terminal', () => {
    const bench = new Bench().tell(hook('PermissionRequest')).show('permission', 2_000);
    bench.show('working', statusDefaults.changeSettleMs);
    expect(bench.is).toBe('PROCESSING by screen');
  });

  it('sees a dialog that no hook reports', () => {
    const bench = new Bench()
      .tell(hook('UserPromptSubmit'))
      .show('question', statusDefaults.changeSettleMs, 'likely');
    expect(bench.is).toBe('AWAITING_INPUT by screen');
  });

  it('asks for twice the patience against the status of the program itself', () => {
    const bench = new Bench().tell(status('working')).show('idle', statusDefaults.settleMs.certain);
    expect(bench.is).toBe('PROCESSING by program-status');
    bench.show('idle', statusDefaults.settleMs.certain);
    expect(bench.is).toBe('AWAITING_INPUT by screen');
    bench.tell(status('working'));
    expect(bench.is).toBe('PROCESSING by program-status');
  });

  it.each(['program-status', 'hook'])('never lets a guess from the screen stand against %s', (source) => {
    const bench = new Bench().tell(source === 'hook' ? hook('UserPromptSubmit') : status('working'));
    bench.show('idle', 60_000, 'guess');
    expect(bench.is).toBe(`PROCESSING by ${source}`);
  });

  it('lets a guess from the screen stand against the mark of a shell, after a while', () => {
    const bench = new Bench()
      .tell({ type: 'shell', mark: 'C' })
      .show('idle', statusDefaults.settleMs.guess, 'guess');
    expect(bench.is).toBe('AWAITING_INPUT by screen');
  });

  it('believes a hook when the program does not tell the status that should follow', () => {
    const bench = new Bench().tell(status('working')).pass(5_000).tell(hook('Stop'));
    expect(bench.is).toBe('PROCESSING by program-status');
    expect(bench.machine.reconsiderAt).toBe(bench.now + statusDefaults.eventSettleMs);
    bench.pass(statusDefaults.eventSettleMs);
    expect(bench.is).toBe('AWAITING_INPUT by hook');
  });

  it('does not let an earlier hook stand against a later status', () => {
    const bench = new Bench().tell(hook('UserPromptSubmit')).pass(100).tell(status('done')).pass(60_000);
    expect(bench.is).toBe('AWAITING_INPUT by program-status');
  });

  it('takes hooks by the time at which they happened, whenever they come', () => {
    const bench = new Bench().tell(hook('UserPromptSubmit')).pass(5_000).tell(hook('Stop')).pass(5_000);
    bench.tell({ ...hook('PreToolUse'), at: new Date(bench.now - 7_000) });
    expect(bench.is).toBe('AWAITING_INPUT by hook');
  });

  it('does not believe a late notification where the thing itself was told', () => {
    const late = hook('Notification', { notification_type: 'permission_prompt' });
    const bench = new Bench()
      .tell(hook('PermissionRequest'))
      .pass(5_000)
      .tell(hook('PostToolUse'))
      .pass(1_000)
      .tell(late);
    expect(bench.pass(5_000).is).toBe('PROCESSING by hook');
    expect(new Bench().tell(status('working')).pass(6_000).tell(late).pass(5_000).is).toBe(
      'PROCESSING by program-status',
    );
  });

  it('is PROCESSING at once when a sender has proof, and not when the turn is over already', () => {
    const bench = new Bench().tell(status('idle')).pass(1_000).tell({ type: 'submitted' });
    expect(bench.is).toBe('PROCESSING by bridge');
    bench.pass(300).tell(hook('Stop'));
    expect(bench.is).toBe('AWAITING_INPUT by program-status');
    bench.pass(100).tell({ type: 'submitted', at: new Date(bench.now - 300) });
    expect(bench.is).toBe('AWAITING_INPUT by program-status');
  });

  it('corrects a sender that was wrong', () => {
    const bench = new Bench().tell({ type: 'submitted' }).show('idle', statusDefaults.settleMs.certain);
    expect(bench.is).toBe('AWAITING_INPUT by screen');
  });

  it('forgets a status that is taken back', () => {
    const bench = new Bench().show('idle').tell(status('working')).tell(status('clear'));
    expect(bench.is).toBe('AWAITING_INPUT by screen');
    expect(new Bench().tell(status('working'), status('clear')).is).toBe('UNKNOWN by silence');
  });

  it('is EXITED when the process is gone, whatever picture it left behind', () => {
    const bench = new Bench()
      .show('idle')
      .tell({ type: 'process', running: false, detail: 'bash' })
      .show('idle', 60_000);
    expect(bench.is).toBe('EXITED by process');
  });

  it('starts again when the program runs again, or speaks', () => {
    const ended: AgentSignal = { type: 'exit', detail: 'ended' };
    const again = new Bench()
      .tell(status('done'), ended)
      .pass(10)
      .tell({ type: 'process', running: true, detail: 'claude' });
    expect(again.is).toBe('STARTING by process');
    expect(again.show('idle').is).toBe('IDLE by screen');
    expect(new Bench().tell(ended).pass(10).tell(status('working')).is).toBe('PROCESSING by program-status');
    expect(new Bench().tell(ended).pass(10).tell(hook('SessionStart')).is).toBe('IDLE by hook');
  });

  it('lets a program that reported its end linger for a moment, but not forever', () => {
    const running: AgentSignal = { type: 'process', running: true, detail: 'claude' };
    const bench = new Bench().tell(hook('SessionEnd')).pass(500).tell(running);
    expect(bench.show('idle', 2_000).is).toBe('EXITED by hook');
    expect(bench.pass(1_000).tell(running).show('idle').is).toBe('IDLE by screen');
  });

  it('does not end with a session that is cleared', () => {
    const bench = new Bench()
      .tell(hook('Stop'))
      .pass(10)
      .tell(hook('SessionEnd', { reason: 'clear' }));
    expect(bench.is).toBe('AWAITING_INPUT by hook');
    expect(bench.tell(hook('SessionStart', { source: 'clear' })).is).toBe('IDLE by hook');
  });

  it('does not take a compacted session in the middle of a turn for a new one', () => {
    const bench = new Bench()
      .tell(hook('UserPromptSubmit'))
      .tell(hook('SessionStart', { source: 'compact' }));
    expect(bench.is).toBe('PROCESSING by hook');
  });

  it('lets the last understood screen fade when the next ones are not understood', () => {
    const bench = new Bench().show('working').pass(100).show('unknown');
    expect(bench.is).toBe('PROCESSING by screen');
    expect(bench.machine.reconsiderAt).toBe(bench.now - 100 + statusDefaults.fadeMs);
    expect(bench.pass(statusDefaults.fadeMs).is).toBe('UNKNOWN by silence');
  });

  it('does not go back to a source that was refuted when the screen is not understood any more', () => {
    const bench = new Bench().tell(hook('UserPromptSubmit')).show('idle', 2_000).show('unknown', 10_000);
    expect(bench.is).toBe('UNKNOWN by silence');
  });

  it('doubts what it read from output when some of it is lost', () => {
    const bench = new Bench().tell(status('working'), { type: 'gap' });
    expect(bench.machine.verdict).toMatchObject({ state: 'PROCESSING', confidence: 'guess' });
    expect(bench.show('idle', statusDefaults.settleMs.certain / 2 + 100).is).toBe('AWAITING_INPUT by screen');
  });

  it('doubts work that nothing is seen of for minutes, unless the program itself speaks', () => {
    const silence: AgentSignal = { type: 'silence', quietMs: statusDefaults.staleMs };
    expect(new Bench().tell(hook('UserPromptSubmit')).tell(silence).is).toBe('UNKNOWN by silence');
    expect(new Bench().tell(status('working')).tell(silence).is).toBe('PROCESSING by program-status');
  });

  it('guesses from silence only until something is printed', () => {
    const bench = new Bench({ guessFromSilence: true }).tell({ type: 'silence', quietMs: 20_000 });
    expect(bench.is).toBe('IDLE by silence');
    expect(bench.tell({ type: 'silence', quietMs: 150 }).is).toBe('UNKNOWN by silence');
  });

  it('leaves the marks of the shell that an agent was started in alone', () => {
    expect(new Bench({ marksOfLauncher: true }).tell({ type: 'shell', mark: 'C' }).is).toBe(
      'STARTING by process',
    );
    const bench = new Bench().tell({ type: 'shell', mark: 'C' }, { type: 'mode', mode: 1049, on: true });
    expect(bench.is).toBe('UNKNOWN by silence');
  });

  it('takes no message for work because a program puts the marks of a shell around its messages', () => {
    const message: AgentSignal[] = [
      { type: 'shell', mark: 'A' },
      { type: 'shell', mark: 'B' },
      { type: 'shell', mark: 'C', aroundMessage: true },
    ];
    const bench = new Bench({ guessFromSilence: true }).tell(...message).show('idle', 100, 'likely');
    expect(bench.is).toBe('IDLE by screen');
    expect(bench.show('working', 100, 'likely').tell(...message).is).toBe('PROCESSING by screen');
    expect(bench.show('idle', 2_000, 'likely').is).toBe('AWAITING_INPUT by screen');
    // A shell that is back reports the end of its command.
    bench.tell({ type: 'shell', mark: 'D' }, { type: 'shell', mark: 'A' }, { type: 'shell', mark: 'C' });
    expect(bench.is).toBe('PROCESSING by osc133');
  });

  it('knows of turns that were before its time', () => {
    expect(new Bench({ hasWorked: true }).show('idle').is).toBe('AWAITING_INPUT by screen');
  });

  it('does not take the status of a task in the background for that of the agent', () => {
    const task = { type: 'task-status', id: 't1', raw: '' } as const;
    const bench = new Bench().tell(
      status('idle'),
      { ...task, state: 'working' },
      { ...task, state: 'clear' },
    );
    expect(bench.is).toBe('IDLE by program-status');
  });

  it('explains every source with its age, its words and what they count for', () => {
    const bench = new Bench()
      .tell({ type: 'bell' }, hook('UserPromptSubmit'))
      .pass(100)
      .tell(status('working'));
    bench.pass(50).show('idle');
    expect(bench.machine.explain()).toEqual([
      {
        source: 'program-status',
        said: 'working',
        at: new Date(bench.now - 50),
        ageMs: 50,
        role: 'decides',
      },
      { source: 'hook', said: 'UserPromptSubmit', at: new Date(bench.now - 150), ageMs: 150, role: 'agrees' },
      { source: 'screen', said: 'saw idle', at: new Date(bench.now), ageMs: 0, role: 'contradicts' },
      { source: 'terminal', said: 'bell', at: new Date(bench.now - 150), ageMs: 150, role: 'silent' },
    ]);
    bench.show('idle', 4_000);
    expect(bench.machine.explain().map(({ source, role }) => `${source} ${role}`)).toEqual([
      'program-status refuted',
      'hook refuted',
      'screen decides',
      'terminal silent',
    ]);
  });

  it('shows what stays on the screen, whatever was said before and in whatever order', () => {
    const signals = fc.oneof(
      fc.constantFrom(...[...fresh, ...afterWork].map(([, signal]) => signal)),
      fc.record({ type: fc.constant('silence' as const), quietMs: fc.nat(300_000) }),
      fc.constant<AgentSignal>({ type: 'gap' }),
    );
    const steps = fc.array(fc.tuple(signals, fc.nat(5_000)), { maxLength: 40 });
    const shown = fc.constantFrom<ScreenState>('idle', 'typing', 'working', 'permission', 'question');
    const sure = fc.constantFrom<Confidence>('certain', 'likely');
    const knowledge = fc.record({ guessFromSilence: fc.boolean(), marksOfLauncher: fc.boolean() });
    fc.assert(
      fc.property(knowledge, steps, shown, sure, (known, before, state, confidence) => {
        const bench = new Bench(known);
        for (const [signal, ms] of before) bench.tell(signal).pass(ms);
        // The remains of a program do not count as an observation of a running one.
        bench.pass(statusDefaults.fadeMs).tell({ type: 'process', running: true, detail: 'agent' });
        bench.show(state, 2 * statusDefaults.settleMs.likely, confidence);
        const expected = {
          working: ['PROCESSING'],
          permission: ['AWAITING_INPUT'],
          question: ['AWAITING_INPUT'],
        };
        const allowed = expected[state as keyof typeof expected] ?? ['IDLE', 'AWAITING_INPUT'];
        expect(allowed).toContain(bench.machine.verdict.state);
        const asks = state === 'permission' || state === 'question';
        if (!asks) expect(bench.machine.verdict.prompt?.kind ?? 'answer').toBe('answer');
      }),
      { numRuns: 500 },
    );
  });

  it('always says when it has to be asked again, and is at rest when it does not', () => {
    const signals = fc.constantFrom(...[...fresh, ...afterWork].map(([, signal]) => signal));
    fc.assert(
      fc.property(fc.array(fc.tuple(signals, fc.nat(2_000)), { maxLength: 20 }), (steps) => {
        const bench = new Bench();
        for (const [signal, ms] of steps) bench.tell(signal).pass(ms);
        for (let at = bench.machine.reconsiderAt; at !== undefined; at = bench.machine.reconsiderAt) {
          expect(at).toBeGreaterThan(bench.now);
          bench.pass(at - bench.now);
        }
        const { is } = bench;
        expect(bench.pass(1_000_000).is).toBe(is);
      }),
    );
  });
});

function status(state: 'idle' | 'working' | 'done' | 'clear'): AgentSignal {
  return { type: 'status', state, raw: `state=${state}` };
}

function hook(event: string, payload: Record<string, unknown> = {}): AgentSignal & { type: 'hook' } {
  return { type: 'hook', event, payload };
}

function screen(state: ScreenState, confidence: Confidence = 'certain'): AgentSignal {
  return { type: 'screen', screen: { state, evidence: `saw ${state}`, confidence, menu: undefined } };
}
