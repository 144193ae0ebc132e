import { setTimeout as pause } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { AgentHome } from '../agents/asking-agent.js';
import { Seat } from '../terminals/open-terminals.js';
import { type Answer, type OpenOperations, openOperations } from './open-operations.js';

/** The sessions in which something is used below. */
const SESSIONS = ['main', 'runs', 'fleet', 'claude-house-7', 'model'];

it('has one command connection to a server, and one event connection to a session, whatever is used', async () => {
  await using open = await openOperations();
  await using home = await AgentHome.make();
  const { pane } = await home.start(open.server);
  await expect.poll(() => clientsOf(open)).toEqual([]);
  const services = await Everything.use(open, pane.id);
  await services.work(1);
  const clients = await clientsOf(open);
  expect(counted(clients)).toEqual({
    commands: 1,
    events: Object.fromEntries(SESSIONS.map((session) => [session, 1])),
  });

  const marks = await markClients(open);
  await services.work(4);
  expect(await marks()).toEqual([]);
  expect(await clientsOf(open)).toEqual(clients);
});

/** Every service of a runtime, each in its own session. */
class Everything {
  readonly #open: OpenOperations;
  readonly #agent: string;
  readonly #run: string;

  private constructor(open: OpenOperations, agent: string, run: string) {
    this.#open = open;
    this.#agent = agent;
    this.#run = run;
  }

  static async use(open: OpenOperations, agentPane: string): Promise<Everything> {
    const { call, host, runtime } = open;
    const feed = await runtime.events();
    await feed.start();
    const { id: agent } = await call('agent.register', { target: agentPane, host, name: 'reviewer' });
    const { id: run } = await call('run.start', { host, command: 'cat', session: 'runs' });
    const command = ['sh', '-c', 'while read -r line; do echo "got $line"; done'];
    await call('worker.spawn', { name: 'one', host, session: 'fleet', command });
    await call('session.open', { host, workspace: 'house', chatId: 7 });
    await call('workspace.init', { host, session: 'model', folder: open.folder });
    for (const session of SESSIONS) await joinTerminal(open, `${session}:`);
    return new Everything(open, agent, run);
  }

  async work(rounds: number): Promise<void> {
    for (let round = 0; round < rounds; round++) {
      await Promise.all([
        this.#runs(round),
        this.#agents(round),
        this.#workers(round),
        this.#chats(),
        this.#model(),
      ]);
      await this.#open.call('pane.list', { host: this.#open.host });
    }
  }

  async #runs(round: number): Promise<void> {
    const { call } = this.#open;
    await call('run.input', { run: this.#run, text: `line ${round}` });
    await call('run.output', { run: this.#run });
    await call('run.status', { run: this.#run });
  }

  async #agents(round: number): Promise<void> {
    const { call, host } = this.#open;
    await call('agent.status', { target: this.#agent });
    await call('agent.send', {
      target: this.#agent,
      text: `hello ${round}`,
      when: 'idle',
      timeoutMs: 60_000,
    });
    await call('pane.screen', { target: 'main:', host });
  }

  async #workers(round: number): Promise<void> {
    const { call } = this.#open;
    await call('worker.send', { name: 'one', text: `word ${round}` });
    await call('worker.wait', { name: 'one', text: `got word ${round}`, cursor: 0 });
    await call('worker.status', { name: 'one' });
  }

  async #chats(): Promise<void> {
    const { call, host } = this.#open;
    await call('session.send', {
      host,
      sessionName: 'claude-house-7',
      prompt: 'hi',
      command: 'echo {prompt}',
    });
    await call('session.list', { host });
  }

  async #model(): Promise<void> {
    const { call, host, folder } = this.#open;
    const at = { host, session: 'model', folder };
    await call('workspace.send', { ...at, command: 'echo done', wait: 'end' });
    await call('workspace.read', { ...at, since: true });
  }
}

async function joinTerminal({ runtime, host }: OpenOperations, target: string): Promise<void> {
  await new Seat(true).take(await runtime.terminals(), { target, host });
}

interface Client {
  readonly pid: string;
  readonly flags: string;
  readonly session: string;
}

/** The clients of the server without the one that the test itself has. */
async function clientsOf({ tmux }: OpenOperations): Promise<Client[]> {
  const [own] = await tmux.command('display-message', '-p', '#{client_pid}');
  const lines = await tmux.command('list-clients', '-F', '#{client_pid} #{client_flags} #{session_name}');
  const clients = lines.map((line) => {
    const [pid = '', flags = '', session = ''] = line.split(' ');
    return { pid, flags, session };
  });
  return clients.filter(({ pid }) => pid !== own).sort((a, b) => Number(a.pid) - Number(b.pid));
}

function counted(clients: readonly Client[]): Answer {
  const events: Record<string, number> = {};
  for (const { flags, session } of clients)
    if (flags.includes('pause-after')) events[session] = (events[session] ?? 0) + 1;
  return { commands: clients.filter(({ flags }) => flags.includes('no-output')).length, events };
}

/** Has tmux note every client that comes or goes from now on; gives what it has noted. */
async function markClients({ tmux }: OpenOperations): Promise<() => Promise<string[]>> {
  for (const hook of ['client-attached', 'client-detached'])
    await tmux.command('set-hook', '-g', hook, `set-option -ag @clients '${hook} '`);
  return async () => {
    // What was just sent away is noted a moment later.
    await pause(200);
    const [noted = ''] = await tmux.command('show-options', '-gqv', '@clients');
    return noted.split(' ').filter(Boolean);
  };
}
