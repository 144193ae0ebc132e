import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, realpath, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { closing } from '../../bench/closing.js';
import { type Screen, screenText } from '../../src/screen/screen.js';
import { type IsolatedTmux, isolatedTmux } from '../../src/testing/index.js';
import { Watchdog } from '../../src/testing/watchdog.js';
import type { Pane } from '../../src/tmux/pane.js';
import { endProcessesOf } from '../end-processes.js';
import { agentKinds } from './agent-kinds.js';
import { type AgentName, agentProgram, agentPrograms } from './installed-agents.js';
import { loopbackOnly } from './loopback-only.js';
import { Model, type ModelOptions } from './model.js';

export interface OpenAgentOptions {
  /** @default { width: 120, height: 40 } */
  readonly size?: { readonly width: number; readonly height: number };
  readonly model?: Omit<ModelOptions, 'prefix'>;
  /**
   * Whether the agent trusts its folder already; otherwise it begins with a dialog.
   * @default true
   */
  readonly trusted?: boolean;
  /** Changes the home before the agent starts; programs in its folder `bin` come before others. */
  readonly prepare?: (home: string) => Promise<unknown>;
  readonly args?: readonly string[];
  /** @default that of the manifest */
  readonly version?: string;
  readonly env?: Readonly<Record<string, string>>;
  /**
   * Whether a shell starts the agent, as a person's does: its pane stays when it ends, and it can be started again there.
   * @default false
   */
  readonly inShell?: boolean;
}

/** A real agent in a pane, with a model of its own. */
export interface OpenAgent extends AsyncDisposable {
  readonly name: AgentName;
  readonly pane: Pane;
  readonly server: IsolatedTmux;
  readonly model: Model;
  /** The folder it works in: a Git repository with a README.md. */
  readonly project: string;
  readonly home: string;
}

/** What is needed to start a real agent, wherever its pane is. */
interface PreparedAgent extends AsyncDisposable {
  readonly model: Model;
  readonly project: string;
  readonly home: string;
  readonly command: readonly string[];
}

/**
 * Starts the real program in a tmux server, a home and a network of its own, and waits until it can take a message, or
 * until its dialog is there. Nothing is left of it when it is disposed of.
 */
export async function openAgent(name: AgentName, options: OpenAgentOptions = {}): Promise<OpenAgent> {
  const resources = closing();
  try {
    const { home, project, model, command } = resources.add(await prepareAgent(name, options));
    const server = resources.add(await isolatedTmux());
    if (options.inShell) await writeFile(join(home, START), `exec ${command.map(quoted).join(' ')}\n`);
    const session = await server.tmux.ensureSession('agent', {
      size: options.size ?? { width: 120, height: 40 },
      cwd: project,
      command: options.inShell ? ['env', `PS1=${PROMPT}`, 'bash', '--norc', '--noprofile', '-i'] : command,
    });
    const pane = server.tmux.pane((await session.panes())[0]?.id ?? '');
    if (options.inShell) await startInShell(pane);
    const ready = options.trusted === false ? TRUST : agentKinds[name].ready;
    const isReady = (screen: Screen): boolean =>
      ready.test(screenText(screen)) && (options.trusted === false || !MOVING_TITLE.test(screen.title));
    await pane.waitForScreen(isReady, { timeoutMs: 120_000 });
    const close = (): PromiseLike<void> => resources[Symbol.asyncDispose]();
    return { name, pane, server, model, project, home, [Symbol.asyncDispose]: close };
  } catch (error) {
    await resources[Symbol.asyncDispose]();
    throw error;
  }
}

/** Codex shows so that it still starts; it queues what it is given then. */
const MOVING_TITLE = /^[⠀-⣿] /u;

/** Starts the agent in the shell of a pane that was opened with `inShell`, for the first time or again. */
export async function startInShell(pane: Pane): Promise<void> {
  // What an agent that was killed has painted may stand behind the prompt.
  const isPrompt = ({ rows, cursor }: Screen): boolean =>
    cursor.x === PROMPT.length && (rows[cursor.y]?.padEnd(cursor.x).startsWith(PROMPT) ?? false);
  await pane.waitForScreen(isPrompt, { timeoutMs: 60_000 });
  await pane.sendText(`clear; sh ../${START}`);
  await pane.sendKeys('Enter');
}

const PROMPT = 'shell$ ';
const START = 'start.sh';

function quoted(word: string): string {
  return `'${word.replaceAll("'", "'\\''")}'`;
}

/** A home, a project, a model and a network for the real program. Ends all that was started in them. */
export async function prepareAgent(name: AgentName, options: OpenAgentOptions = {}): Promise<PreparedAgent> {
  const programs = agentPrograms(name, options.version);
  const kind = agentKinds[name];
  const network = await loopbackOnly();
  const resources = closing();
  try {
    const home = await realpath(await mkdtemp(join(tmpdir(), 'muxwright-agent-')));
    resources.add(new Watchdog({ folder: home }));
    const project = await makeProject(home);
    const model = resources.add(await Model.start({ ...options.model, prefix: network?.first ?? [] }));
    const seed = { home, project, url: model.url, key: KEY };
    await kind.seed({ ...seed, trusted: options.trusted ?? true });
    await options.prepare?.(home);
    resources.add({ [Symbol.asyncDispose]: () => endProcessesOf(home) });
    const command = [
      ...['sh', '-c', CLEAN, 'sh'],
      ...variables(programs, home, { ...kind.env?.(seed), ...options.env }),
      ...(network?.join(model.pid) ?? []),
      ...[agentProgram(name), ...(kind.args?.(seed) ?? []), ...(options.args ?? [])],
    ];
    const close = (): PromiseLike<void> => resources[Symbol.asyncDispose]();
    return { model, project, home, command, [Symbol.asyncDispose]: close };
  } catch (error) {
    await resources[Symbol.asyncDispose]();
    throw error;
  }
}

/** Made up: the model server takes any. */
const KEY = `sk-made-up-${'0'.repeat(40)}1`;

/** Nothing of our environment reaches the agent, but what tmux says about its place. */
const CLEAN = `for name in TERM TERM_PROGRAM TERM_PROGRAM_VERSION TMUX TMUX_PANE; do
  eval "set -- "$name=\\$$name" "\\$@""
done
exec env -i "$@"`;

const TRUST = /trust/i;

async function makeProject(home: string): Promise<string> {
  const project = join(home, 'project');
  await mkdir(project);
  await writeFile(join(project, 'README.md'), '# A project\n');
  await promisify(execFile)('git', ['init', '--quiet', project], {
    env: { PATH: process.env.PATH, HOME: home },
  });
  return project;
}

function variables(programs: string, home: string, more: Readonly<Record<string, string>>): string[] {
  const path = [
    join(home, 'bin'),
    programs,
    dirname(process.execPath),
    '/usr/local/bin',
    '/usr/bin',
    '/bin',
  ].join(delimiter);
  const all = {
    PATH: path,
    LANG: 'C.UTF-8',
    HOME: home,
    ...more,
  };
  return Object.entries(all).map(([variable, value]) => `${variable}=${value}`);
}
