import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { EventFilter } from '../../../src/operations/events/event-filter.js';
import { followJournal } from '../../../src/operations/events/follow-journal.js';
import { findOperation } from '../../../src/operations/families.js';
import { invokeStream } from '../../../src/operations/invoke.js';
import type { Runtime } from '../../../src/operations/runtime.js';
import { AgentHome } from '../agents/asking-agent.js';
import { type Answer, type OpenOperations, openOperations } from '../operations/open-operations.js';
import { ReadEvents } from './read-events.js';

let here: OpenOperations;
beforeEach(async () => {
  here = await openOperations();
});
afterEach(async () => {
  await here[Symbol.asyncDispose]();
});

/** What a process that follows is given. */
function follow(runtime: Runtime, input: Answer = {}): ReadEvents {
  return new ReadEvents(async function* (signal) {
    const operation = await findOperation('event.follow');
    if (operation.kind !== 'stream') throw new Error('event.follow gives one answer.');
    yield* invokeStream(operation, input, { runtime, signal, progress: () => {} });
  });
}

/** A program that asks a question, twice the same, and ends with what it was told. */
const asks = 'printf "Go on? [y/N] "; read a; printf "Go on? [y/N] "; read b; echo "$a$b"; exit 3';

/** The tmux commands of a kind take a process long from now on, so that others look in between. */
async function slow(runtime: Runtime, isSlow: (words: readonly unknown[]) => boolean): Promise<void> {
  const tmux = await runtime.connect(here.host);
  const request = tmux.request.bind(tmux);
  vi.spyOn(tmux, 'request').mockImplementation(async (commands, options) => {
    if (commands.some(isSlow)) await new Promise((resolve) => setTimeout(resolve, SLOW_MS));
    return request(commands, options);
  });
}

/** Lists of the panes of workers stay as they are now until the run has ended, and for one list after that. */
async function stale(runtime: Runtime, runId: string): Promise<void> {
  const { runs } = await runtime.store();
  const tmux = await runtime.connect(here.host);
  const request = tmux.request.bind(tmux);
  let listed: Buffer[] | undefined;
  let isOver = false;
  vi.spyOn(tmux, 'request').mockImplementation(async (commands, options) => {
    if (isOver || !commands.flat().includes('#{@muxwright_worker}')) return request(commands, options);
    isOver = (await runs.get(runId))?.finishedAt !== undefined;
    listed ??= await request(commands, options);
    return listed;
  });
  await here.call('worker.list', {}, { by: runtime });
}

/** So long that the others have looked several times. */
const SLOW_MS = 1_500;

/** Has a process that has seen the question of a run hear of the answer only when it is let go. */
async function late(runtime: Runtime, id: string): Promise<() => Promise<void>> {
  const [{ runs }, service] = await Promise.all([runtime.store(), runtime.runs()]);
  const tmux = await runtime.connect(here.host);
  const run = await service.get(id, { host: tmux });
  await run.waitForPrompt({ timeoutMs: PATIENT_MS });
  let open = (): void => {};
  const gate = new Promise<void>((resolve) => {
    open = resolve;
  });
  const get = runs.get.bind(runs);
  const held: Promise<unknown>[] = [];
  vi.spyOn(runs, 'get').mockImplementation(async (wanted) => {
    const got = gate.then(() => get(wanted));
    held.push(got);
    return got;
  });
  return async () => {
    open();
    await expect.poll(() => held.length).toBeGreaterThan(0);
    await Promise.all(held);
    // It looks again, and tells what it thinks that it sees; by itself only if it has not seen the second question yet.
    const asked = vi.spyOn(tmux, 'request');
    run.watcher.lookSoon();
    const looks = (): boolean =>
      asked.mock.calls.some(([commands]) => commands.some(([name]) => name === 'display-message'));
    await expect.poll(looks).toBe(true);
    await run.waitForPrompt({ timeoutMs: PATIENT_MS });
  };
}

const PATIENT_MS = 120_000;

interface Trouble {
  /** Before there is anything. */
  begin?(shell: Runtime): Promise<void>;
  /** Between the first question and its answer; what it gives is done before the next answer. */
  asked?(second: Runtime, id: string): Promise<() => Promise<void>>;
}

/** What leaves half an answer for others to look at, or makes a process late. */
const troubles: Record<string, Trouble> = {
  'whichever process does it, and however many watch': {},
  'also where an answer stands there half typed': {
    begin: (shell) => slow(shell, (words) => words[0] === 'send-keys' && words.includes('Enter')),
  },
  'also where an answer is announced long before it comes': {
    begin: (shell) => slow(shell, (words) => words[0] === 'send-keys' && words.includes('-l')),
  },
  'also where one who watches hears of an answer late': { asked: late },
};

describe('the feed of events', () => {
  it.each(Object.keys(troubles))('tells each thing once and in order, %s', async (trouble) => {
    // From the begin of the journal: the run may be started before they are there.
    await using first = follow(here.runtime, { since: 0 });
    const other = here.another();
    await using second = follow(other, { since: 0 });
    const shell = here.another();
    await troubles[trouble]?.begin?.(shell);
    const { id } = await here.call('run.start', { command: asks, host: here.host }, { by: shell });
    await first.first(({ type, target }) => type === 'run_prompt' && target === id);
    const letGo = await troubles[trouble]?.asked?.(other, id);
    await here.call('run.input', { run: id, text: 'y' }, { by: shell });
    await first.first(() => first.of('run_prompt', id).length === 2);
    await letGo?.();
    await here.call('run.input', { run: id, text: 'n' }, { by: shell });
    const exit = await first.first(({ type, target }) => type === 'run_exit' && target === id);
    expect(exit).toMatchObject({ host: here.host, code: 3, lost: false, timedOut: false });
    await second.first((event) => event.id === exit.id);
    const about = ({ all }: ReadEvents): Answer[] =>
      all.filter(({ target }) => target === id).map(({ type, state }) => (state ? `${type} ${state}` : type));
    expect(about(first)).toEqual([
      'run_started',
      'run_status waiting-for-input',
      'run_prompt',
      'run_status running',
      'run_status waiting-for-input',
      'run_prompt',
      'run_status running',
      'run_exit',
    ]);
    expect(about(second)).toEqual(about(first));
    expect(first.of('run_prompt', id)[0]).toMatchObject({ prompt: 'Go on? [y/N]' });
    const ids = first.all.map((event) => event.id);
    expect(ids).toEqual([...new Set(ids)].sort((a, b) => a - b));
  });

  it('goes on from any event, and tells what it does not have any more', async () => {
    const { id } = await here.call('run.complete', { command: 'true', host: here.host });
    const { events, last } = await here.call('event.list');
    const started = events.find(({ type }: Answer) => type === 'run_started');
    expect(started).toMatchObject({ target: id, command: 'true' });
    await using rest = follow(here.runtime, { since: started.id, types: ['run_exit'] });
    expect(await rest.first(() => true)).toMatchObject({ type: 'run_exit', target: id, code: 0 });
    await using other = follow(here.runtime, { since: last + 1_000_000 });
    expect(await other.first(() => true)).toMatchObject({ type: 'missed', reason: 'reset' });
  });

  it('settles a run whose starter is gone and whose pane is closed', async () => {
    const gone = here.another();
    const { id, paneId } = await here.call(
      'run.start',
      { command: 'sleep 1000', host: here.host },
      { by: gone },
    );
    await gone.close();
    await using events = follow(here.runtime, { target: id, since: 0 });
    await events.first(({ type }) => type === 'run_started');
    await here.tmux.pane(paneId).kill();
    expect(await events.first(({ type }) => type === 'run_exit')).toMatchObject({ target: id, lost: true });
  });

  it('follows a worker through its runs, and says when it has stopped', async () => {
    const shell = here.another();
    await using events = follow(here.runtime, { since: 0 });
    await here.call('worker.spawn', { name: 'api', command: 'read line', host: here.host }, { by: shell });
    await events.first(({ type, state }) => type === 'worker_changed' && state === 'running');
    await using worker = follow(here.runtime, { target: 'api', since: 0 });
    const started = await worker.first(({ type }) => type === 'run_started');
    await here.call('run.input', { run: started.target, text: 'done' }, { by: shell });
    await worker.first(({ type, target }) => type === 'run_exit' && target === started.target);
    const stopped = await worker.first(({ type, state }) => type === 'worker_changed' && state === 'stopped');
    expect(stopped).toMatchObject({ target: 'api', exit: { code: 0 } });
    expect(worker.all.every(({ target }) => target === 'api' || target === started.target)).toBe(true);
  });

  it('says that a worker has stopped also if its pane outlives the end of its run by a moment', async () => {
    await using events = follow(here.runtime, { since: 0 });
    const shell = here.another();
    await here.call('worker.spawn', { name: 'api', command: 'read line', host: here.host }, { by: shell });
    const { target: run } = await events.first(({ type }) => type === 'run_started');
    await events.first(({ type, state }) => type === 'worker_changed' && state === 'running');
    await stale(here.runtime, run);
    await here.call('run.input', { run, text: 'done' }, { by: shell });
    const stopped = await events.first(({ type, state }) => type === 'worker_changed' && state === 'stopped');
    expect(stopped).toMatchObject({ target: 'api', exit: { code: 0 } });
  });

  it('tells when the sessions of a host change, and gives the output of a pane only to who asks', async () => {
    const session = await here.tmux.ensureSession('work');
    await using trees = follow(here.runtime, { types: ['sessions'], host: here.host, since: 0 });
    await trees.first(({ type }) => type === 'sessions');
    const [pane] = await session.panes();
    if (!pane) throw new Error('The session has no pane.');
    await using output = follow(here.runtime, { types: ['output'], target: pane.id, host: here.host });
    await output.first(({ live }) => live);
    const seen = trees.all.length;
    await here.tmux.ensureSession('more');
    await trees.first(() => trees.all.length > seen);
    await here.call('pane.keys', { target: pane.id, host: here.host, keys: ['x'] });
    await output.first(({ type, data }) => type === 'output' && data.includes('x'));
    expect(trees.all.every(({ type }) => type === 'sessions')).toBe(true);
  });

  it('ends for its readers when its process closes it', async () => {
    const other = here.another();
    const feed = await other.events();
    await feed.open();
    const { signal } = new AbortController();
    const next = followJournal(feed, new EventFilter(), { since: feed.lastId, signal }).next();
    await other.close();
    expect(await next).toEqual({ done: true, value: undefined });
  });

  it('refuses to follow what is not there', async () => {
    await using events = follow(here.runtime, { target: 'nobody' });
    await expect(events.first(() => true)).rejects.toMatchObject({ code: 'TARGET_NOT_FOUND' });
    await using output = follow(here.runtime, { types: ['output'] });
    await expect(output.first(() => true)).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
  });
});

describe('the inbox', () => {
  it('lists what waits with its question and the answers it names, and tells when that changes', async () => {
    await using events = follow(here.runtime, { types: ['inbox'], since: 0 });
    const start = { command: asks, host: here.host };
    const { id } = await here.call('run.start', start, { by: here.another() });
    const asked = await events.first(({ count }) => count === 1);
    const { items } = await here.call('inbox.list');
    expect(items).toEqual([
      {
        id,
        kind: 'run',
        target: id,
        host: here.host,
        paneId: expect.stringMatching(/^%\d+$/),
        title: 'printf',
        command: expect.stringContaining('Go on?'),
        prompt: 'Go on? [y/N]',
        question: 'Go on? [y/N]',
        fingerprint: expect.stringMatching(/^s1\.[\w-]{22}$/),
        promptKind: 'line',
        options: [
          { label: 'y', selected: false },
          { label: 'N', selected: true },
        ],
        since: expect.any(String),
      },
    ]);
    const { options } = await here.call('run.status', { run: id });
    expect(options).toEqual(items[0].options);
    // A process that watches nothing looks for itself.
    const looked = await here.call('inbox.list', {}, { by: here.another() });
    expect(looked.items).toEqual(items);
    await here.call('run.end', { run: id });
    await events.first(({ id: event, count }) => event > asked.id && count === 0);
    expect((await here.call('inbox.list')).items).toEqual([]);
  });

  it.each([
    ['that somebody watches', true],
    ['that nobody watches', false],
  ])('has a worker %s once, as the agent that it is, and it is answered there', async (_who, isWatched) => {
    await using home = await AgentHome.make();
    await using events = isWatched ? follow(here.runtime, { types: ['inbox'], since: 0 }) : undefined;
    const { argv, told } = home.program({
      ask: { title: 'Do you want to proceed?', options: ['Yes', 'No'] },
      atOnce: true,
    });
    // By way of a shell: what it is shows only when it runs.
    const command = ['sh', '-c', '"$@"; exit 4', 'sh', ...argv];
    const { host } = here;
    await here.call('worker.spawn', { name: 'helper', command, host, login: false }, { by: here.another() });
    await here.call('worker.spawn', { name: 'plain', command: ['sleep', '600'], host, login: false });
    const list = (): Promise<Answer> => here.call('inbox.list', {}, isWatched ? {} : { by: here.another() });
    if (events) await events.first(({ count }) => count === 1);
    // Until it is known for what it is, the run that it is may ask; but never both.
    let items: Answer[] = [];
    const kinds = async (): Promise<unknown[]> => {
      ({ items } = await list());
      expect(items.length).toBeLessThan(2);
      return items.map(({ kind }) => kind);
    };
    await expect.poll(kinds).toEqual(['agent']);
    expect(items).toMatchObject([
      {
        title: 'helper',
        prompt: expect.stringContaining('Do you want to proceed?'),
        promptKind: 'permission',
        options: [{ label: 'Yes' }, { label: 'No' }],
      },
    ]);
    expect((await list()).items).toEqual(items);
    const { agents } = await here.call('agent.list');
    expect(agents.map(({ name }: Answer) => name)).toEqual(['helper']);
    // The worker is the worker that it was, and its name means one thing.
    expect(await here.call('worker.status', { name: 'helper' })).toMatchObject({ state: 'running' });
    await here.call('pane.screen', { target: 'helper' });
    await here.call('agent.respond', { agent: items[0]?.target, text: '2', mode: 'option' });
    await expect.poll(told).toContainEqual({ chosen: 'No' });
    // It may wait for its next message then, but asks nothing.
    const asked = async (): Promise<unknown[]> => (await list()).items.map((item: Answer) => item.promptKind);
    await expect.poll(asked).not.toContain('permission');
    for (const name of ['helper', 'plain']) await here.call('worker.kill', { name });
  });

  it('leaves out what waits and asks nothing: an editor, a shell, an interpreter', async () => {
    await using events = follow(here.runtime, { types: ['run_status', 'inbox'], since: 0 });
    const idle: string[] = [];
    for (const command of [['vim', '-u', 'NONE', '-N'], ['sh', '-i'], ['python3', '-q'], ['node']]) {
      const { id } = await here.call('run.start', { command, host: here.host, env: { PS1: '$ ' } });
      idle.push(id);
    }
    for (const id of idle) {
      const waits = ({ target, state }: Answer): boolean => target === id && state === 'waiting-for-input';
      await events.first((event) => waits(event) && event.idle);
      expect(await here.call('run.status', { run: id })).toMatchObject({ idle: true });
    }
    const { id } = await here.call('run.start', { command: asks, host: here.host });
    const asked = await events.first(({ type, count }) => type === 'inbox' && count > 0);
    for (const by of [here.runtime, here.another()]) {
      const { items } = await here.call('inbox.list', {}, { by });
      expect(items.map(({ target }: Answer) => target)).toEqual([id]);
    }
    for (const run of [...idle, id]) await here.call('run.end', { run });
    await events.first((event) => event.type === 'inbox' && event.count === 0 && event.id > asked.id);
    // What the list leaves out is not counted, either.
    expect(events.of('inbox').every(({ count }) => count <= 1)).toBe(true);
  });

  it('has an interpreter that asks for something, and one that a program has fallen into', async () => {
    await using events = follow(here.runtime, { types: ['inbox'], since: 0 });
    const input = 'python3 -c \'input("Name: ")\'';
    const debugger_ = "python3 -c 'breakpoint()'";
    const runs = [];
    for (const command of [input, debugger_])
      runs.push(await here.call('run.start', { command, host: here.host }));
    await events.first(({ count }) => count === 2);
    const { items } = await here.call('inbox.list');
    expect(items.map(({ prompt }: Answer) => prompt).sort()).toEqual(['(Pdb)', 'Name:']);
    for (const { id } of runs) await here.call('run.end', { run: id });
  });
});
