import { connect } from '../../src/index.js';
import { agentPrograms } from '../../test/agents/installed-agents.js';
import { seedClaude } from '../../test/agents/seed-claude.js';
import { type Demo, HOME, PROJECT } from './open-demo.js';
import { scriptedModel } from './scripted-model.js';

/** Ids of what the pictures lead to. */
export interface Scene {
  readonly asking: string;
  readonly finished: string;
  readonly failed: string;
  readonly running: string;
  readonly recording: string;
  readonly agent: string | undefined;
  readonly agentPane: string | undefined;
  readonly panes: Readonly<Record<string, string>>;
}

const size = { width: 104, height: 30 };

/** Fills a machine with work, as it is when several things go on at the same time. */
export async function setScene(demo: Demo): Promise<Scene> {
  const panes = await terminals();
  const agent = await agents(demo);
  const api = await workers(demo);
  const runs = await commands(demo);
  return { ...runs, agent: agent?.id, agentPane: agent?.paneId, panes: { ...panes, api } };
}

/** Sessions that a person has opened by hand. */
async function terminals(): Promise<Record<string, string>> {
  const tmux = await connect('local');
  const session = await tmux.ensureSession('shop', {
    cwd: PROJECT,
    size,
    command: ['vim', '+12', 'src/cart.js'],
  });
  const [editor] = await session.panes();
  await tmux.command('rename-window', '-t', editor?.id ?? '', 'editor');
  await tmux.globalOptions.set('history-limit', '5000');
  const window = async (name: string, command?: string[]): Promise<string> =>
    (await session.newWindow({ name, cwd: PROJECT, ...(command && { command }) })).id;
  const git = await window('git');
  const python = await window('python', ['python3', '-q']);
  const monitor = await window('monitor', ['top', '-d', '2']);
  await tmux.command('split-window', '-d', '-h', '-t', monitor, '-c', PROJECT, 'npm run dev');
  await tmux.command('split-window', '-d', '-v', '-t', monitor, '-c', PROJECT);
  await tmux.pane(python).waitForText('>>>');
  for (const line of [
    'from statistics import *',
    'times = [12, 34, 18, 9, 182, 11]',
    'mean(times), median(times)',
    '{n: n * n for n in range(8)}',
  ])
    await tmux.pane(python).sendText(`${line}\n`);
  await tmux.pane(git).waitForText('❯');
  await tmux.pane(git).sendText('ls -l src test && wc -l src/*\n');
  await tmux.close();
  return { editor: editor?.id ?? '', git, python, monitor };
}

async function workers({ call }: Demo): Promise<string> {
  const spawn = (name: string, command: string, tags: string[]) =>
    call('worker.spawn', { name, command, tags, session: 'workers', cwd: PROJECT, login: false, size });
  const { paneId } = await spawn('api', 'npm run dev', ['backend', 'dev']);
  await spawn('assets', 'npm run build && exec sleep 3600', ['frontend']);
  await spawn('queue', 'while :; do date +"%T  queue: 12 jobs, 0 waiting"; sleep 3; done', ['backend']);
  await spawn('import', 'echo "Reading products.csv"; echo "line 218: no price" >&2; exit 2', ['once']);
  return paneId;
}

type Commands = Pick<Scene, 'asking' | 'finished' | 'failed' | 'running' | 'recording'>;

async function commands({ call }: Demo): Promise<Commands> {
  const start = async (command: string, more: object = {}): Promise<string> =>
    (
      await call('run.start', {
        command,
        session: 'runs',
        cwd: PROJECT,
        login: false,
        interactive: false,
        size,
        ...more,
      })
    ).id;
  const ended = (run: string) => call('run.wait', { run, timeoutMs: 60_000 });
  const asks = (run: string) => call('run.wait', { run, until: 'prompt', timeoutMs: 60_000 });

  const recorded = await start('npm run deploy');
  const { id: recording } = await call('recording.start', { target: recorded, title: 'Deploy of 1.4.0' });
  const builds = [await start('npm run build'), await start('npm test')];
  await asks(recorded);
  await call('run.input', { run: recorded, text: 'y' });
  const failed = await start('npm run lint');
  await ended(recorded);
  for (const run of builds) await ended(run);
  for (const command of ['npm test', 'git --version', 'npm run build', 'npm test'])
    await ended(await start(command));
  await ended(await start('node --test test/missing.test.mjs'));
  await ended(failed);
  const finished = await start('npm test');
  await ended(finished);
  const running = await start('npm run build -- --watch', { host: 'local?socket=ci', session: 'nightly' });
  await start('npm run dev', { host: 'local?socket=ci', session: 'nightly' });
  const migrate = await start('npm run migrate');
  const asking = await start('npm run deploy');
  await asks(migrate);
  await asks(asking);
  // The shell that the session was made with.
  const tmux = await connect('local');
  await tmux.command('kill-window', '-t', 'runs:0');
  await tmux.close();
  return { asking, finished, failed, running, recording };
}

/** Claude Code, where `npm run test:agents` has installed it, with a model that has its answers from here. */
async function agents({ call }: Demo): Promise<{ readonly id: string; readonly paneId: string } | undefined> {
  let programs: string;
  try {
    programs = agentPrograms('claude');
  } catch {
    return undefined;
  }
  const model = await scriptedModel();
  const key = `sk-made-up-${'0'.repeat(40)}1`;
  await seedClaude({ home: HOME, project: PROJECT, url: model.url, key, trusted: true });
  const tmux = await connect('local');
  const session = await tmux.ensureSession('agents', { cwd: PROJECT, size });
  const open = async (name: string, prompt: string) => {
    const command = ['env', `PATH=${programs}:${process.env.PATH}`, `ANTHROPIC_API_KEY=${key}`, 'claude'];
    const pane = await session.newWindow({ name, cwd: PROJECT, command });
    await pane.waitForText('? for shortcuts', { timeoutMs: 120_000 });
    const { id } = await call('agent.register', { target: pane.id, name, profile: 'claude-code' });
    await call('agent.send', { target: id, text: prompt, when: 'idle', timeoutMs: 120_000 });
    return { id: id as string, paneId: pane.id };
  };
  const reviewer = await open(
    'reviewer',
    'Invoices differ from the cart by one cent. Find out why, and fix it.',
  );
  await open('writer', 'Write the entry of the changelog for 1.4.0');
  await open('profiler', 'Why is the list of orders slow?');
  await tmux.command('kill-window', '-t', 'agents:0');
  await tmux.close();
  return reviewer;
}
