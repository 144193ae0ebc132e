import { cp, mkdir, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { closing } from '../../bench/closing.js';
import { findOperation } from '../../src/operations/families.js';
import { invoke } from '../../src/operations/invoke.js';
import { Runtime } from '../../src/operations/runtime.js';
import { createServer, type MuxServer } from '../../src/server/create-server.js';
import { WORLD } from './own-world.js';

export const PROJECT = `${WORLD}/shop`;
export const HOME = `${WORLD}/home`;

/** What answers hold, of whatever operation. */
// biome-ignore lint/suspicious/noExplicitAny: scenes look at the fields of many shapes, and a wrong one is seen at once.
type Answer = any;

/** A server with a state folder, a project and tmux servers of its own. */
export interface Demo extends AsyncDisposable {
  readonly server: MuxServer;
  readonly runtime: Runtime;
  call(name: string, input?: unknown): Promise<Answer>;
  stopServer(): Promise<void>;
}

/** Has to be called before anything reads the environment. */
export async function openDemo(): Promise<Demo> {
  await furnish();
  const webFolder = `${WORLD}/web`;
  const configFile = fileURLToPath(new URL('../../web/vite.config.ts', import.meta.url));
  await build({ configFile, logLevel: 'warn', mode: 'production', build: { outDir: webFolder } });
  const resources = closing();
  const runtime = resources.add(new Runtime({ connect: { commandTimeoutMs: 30_000 } }));
  const server = await createServer({ runtime, port: 0, webFolder, graceMs: 1_000 });
  let stopped: Promise<void> | undefined;
  const stopServer = (): Promise<void> => (stopped ??= server.close());
  resources.add({ [Symbol.asyncDispose]: stopServer });
  return {
    server,
    runtime,
    stopServer,
    call: async (name, input = {}) => {
      const operation = await findOperation(name);
      if (operation.kind !== 'call') throw new Error(`${name} gives a stream.`);
      const signal = AbortSignal.timeout(120_000);
      return invoke(operation, input, { runtime, signal, progress: () => {} });
    },
    [Symbol.asyncDispose]: () => resources[Symbol.asyncDispose](),
  };
}

/** The project, the home of its owner, and an environment that knows of nothing else. */
async function furnish(): Promise<void> {
  // Where agents are installed is found by the real home.
  process.env.XDG_CACHE_HOME ??= join(homedir(), '.cache');
  await cp(fileURLToPath(new URL('shop', import.meta.url)), PROJECT, { recursive: true });
  for (const folder of ['home', 'tmux', 'tmp']) await mkdir(`${WORLD}/${folder}`, { recursive: true });
  await writeFile(`${HOME}/.bashrc`, shell);
  await writeFile(`${HOME}/.bash_profile`, shell);
  await writeFile(`${HOME}/.vimrc`, editor);
  Object.assign(process.env, {
    MUXWRIGHT_HOME: `${WORLD}/state`,
    HOME,
    TMPDIR: `${WORLD}/tmp`,
    TMUX_TMPDIR: `${WORLD}/tmux`,
    DOCKER_HOST: `unix://${WORLD}/none.sock`,
    LANG: 'C.UTF-8',
    SHELL: '/bin/bash',
    FORCE_COLOR: '1',
    npm_config_update_notifier: 'false',
  });
}

const shell = String.raw`PS1='\[\e[36m\]\W\[\e[0m\] \[\e[90m\]main\[\e[0m\] \[\e[32m\]❯\[\e[0m\] '
alias ls='ls --color=auto'
`;

const editor = `syntax on
set background=dark t_Co=256 number ruler laststatus=2 noswapfile viminfo= t_RV= shortmess+=I
colorscheme habamax
hi Normal ctermbg=NONE
hi LineNr ctermbg=NONE ctermfg=240
hi EndOfBuffer ctermbg=NONE
`;
