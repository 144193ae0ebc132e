import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Host } from '../../../src/hosts/host.js';
import { TmuxManager, type TmuxManagerConfig } from '../../../src/index.js';
import { openStore } from '../../../src/store/open-store.js';
import type { Store } from '../../../src/store/store.js';
import { isolatedTmux } from '../../../src/testing/isolated-tmux.js';
import type { Tmux } from '../../../src/tmux/tmux.js';
import { patience } from '../../patience.js';
import type { OpenPlace } from '../tmux/places.js';

/** What a `claude` was given. */
export interface Request {
  readonly argv: readonly string[];
  readonly requestId: string;
  readonly chatId: string;
  readonly workspace: string;
}

/** A tmux server, a store and a manager that nobody else uses, and a `claude` that writes down what it is given. */
export interface ChatServer extends AsyncDisposable {
  readonly address: string;
  readonly tmux: Tmux;
  readonly host: Host;
  readonly store: Store;
  readonly manager: TmuxManager;
  /** Of the fake `claude` and its log, on the host. */
  readonly folder: string;
  /** Another process's view: nothing shared but the store, unless told. */
  another(options?: TmuxManagerConfig): TmuxManager;
  /** Resolves when a request has been answered. */
  answered(requestId: string, timeoutMs?: number): Promise<void>;
  /** What was asked in a chat up to now, in order. */
  requests(chatId: string): Promise<Request[]>;
}

export interface ChatServerOptions extends TmuxManagerConfig {
  readonly place?: Pick<OpenPlace, 'address' | 'options'>;
  /** What `claude` does beside writing down. */
  readonly claude?: string;
}

const here = { address: 'local', options: patience };

export async function chatServer(given: ChatServerOptions = {}): Promise<ChatServer> {
  const { place = here, claude = '', ...options } = given;
  const server = await isolatedTmux({ ...place.options, address: place.address });
  const { host, tmux, socket } = server;
  const scratch = await mkdtemp(join(tmpdir(), 'muxwright-chats-'));
  const store = await openStore({ path: join(scratch, 'muxwright.db') });
  const made = await host.script(MAKE_HOME);
  const [folder = '', path = ''] = made.stdout.toString().split('\n');
  await installClaude(host, folder, claude);
  await tmux.globalEnvironment.set('PATH', `${folder}:${path}`);
  // The login files of whoever runs the tests are none of their business.
  await tmux.globalEnvironment.set('HOME', folder);
  const managers: TmuxManager[] = [];
  const another = (more: TmuxManagerConfig = {}): TmuxManager => {
    const connect = { ...patience, ...place.options };
    const { config, ...rest } = { ...options, ...more };
    const manager = new TmuxManager({ store, ...rest, config: { ...config, connect } });
    managers.push(manager);
    return manager;
  };
  return {
    ...{ address: server.address, tmux, host, store, folder, another, manager: another() },
    answered: async (requestId, timeoutMs = 120_000) => {
      await host.run(['tmux', '-L', socket, 'wait-for', `answered ${requestId}`], { timeoutMs });
    },
    requests: (chatId) => readRequests(host, `${folder}/log-${chatId}`),
    async [Symbol.asyncDispose]() {
      for (const manager of managers) await manager.close();
      await store.close();
      await tmux.killServer().catch(() => {});
      // Shells that end now may still write down their history.
      await host.script('until rm -rf -- "$1" 2>/dev/null; do sleep 0.1; done', [folder]);
      await server[Symbol.asyncDispose]();
      await rm(scratch, { recursive: true, force: true });
    },
  };
}

/** Where the last of these folders is missing, fish reads all manual pages in the background. */
const MAKE_HOME = `d=$(mktemp -d /tmp/muxwright-chats-XXXXXX) && mkdir -p "$d/.local/share/fish/generated_completions" &&
printf "%s\\n%s" "$d" "$PATH"`;

/** Writes down arguments and variables, each with a NUL behind it, and tells tmux that it is done. */
export async function installClaude(host: Host, folder: string, more = ''): Promise<void> {
  const script = `#!/bin/sh
printf '%s\\0' "$#" "$@" "$REQUEST_ID" "$CHAT_ID" "$WORKSPACE_NAME" >>"${folder}/log-$CHAT_ID"
${more}
tmux wait-for -S "answered $REQUEST_ID"
`;
  await host.files.write(`${folder}/claude`, script, { mode: 0o755 });
}

export async function readRequests(host: Host, path: string): Promise<Request[]> {
  const { data } = await host.files.read(path);
  const words = data.toString().split('\0').slice(0, -1);
  const requests: Request[] = [];
  for (let at = 0; at < words.length; ) {
    const end = at + 1 + Number(words[at]);
    const [requestId = '', chatId = '', workspace = ''] = words.slice(end, end + 3);
    requests.push({ argv: words.slice(at + 1, end), requestId, chatId, workspace });
    at = end + 3;
  }
  return requests;
}
