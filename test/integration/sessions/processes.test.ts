import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connect, type Tmux, TmuxManager } from '../../../src/index.js';
import { sized } from '../../soak.js';
import { compiledSource } from '../compiled-source.js';
import { dockerContext } from '../docker-context.js';
import { container, type OpenPlace } from '../tmux/places.js';
import { installClaude, readRequests } from './chat-server.js';

const PROCESSES = sized(4, 10);
const CALLS = sized(10, 20);
const chats = Array.from({ length: 10 }, (_, n) => `${n}`);

describe('processes on one container', () => {
  let place: OpenPlace;
  let tmux: Tmux;
  let manager: TmuxManager;
  const processes: { readonly child: ChildProcess; readonly lines: AsyncIterator<string> }[] = [];

  beforeAll(async () => {
    const source = await compiledSource();
    place = await container('a container', () => dockerContext().images.glibc).open();
    tmux = await connect(place.address, place.options);
    await tmux.ensureSession('person');
    manager = new TmuxManager({ store: false, config: { connect: place.options } });
    const path = fileURLToPath(new URL('./fixtures/use-sessions.mjs', import.meta.url));
    for (let who = 0; who < PROCESSES; who++) {
      const options = {
        address: place.address,
        who,
        connect: { ...place.options, commandTimeoutMs: 60_000 },
      };
      const child = spawn(process.execPath, [path, source.index, JSON.stringify(options)], {
        stdio: ['pipe', 'pipe', 'inherit'],
      });
      const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
      processes.push({ child, lines });
    }
    // One after the other, because to connect takes time on a busy machine. What is tested comes then, at once.
    for (const one of processes) await tell(one, { job: 'connect' });
  });

  afterAll(async () => {
    for (const { child } of processes) child.kill('SIGKILL');
    await manager.close();
    await tmux.close();
    await place[Symbol.asyncDispose]();
  });

  async function tell({ child, lines }: (typeof processes)[number], job: object): Promise<unknown[]> {
    child.stdin?.write(`${JSON.stringify(job)}\n`);
    return JSON.parse((await lines.next()).value ?? 'null') as unknown[];
  }

  /** Has all do something at the same moment; resolves with what each call gave. */
  async function together(job: object): Promise<unknown[]> {
    return (await Promise.all(processes.map((one) => tell(one, job)))).flat();
  }

  it('open sessions at once: one for each chat, never more than allowed [M5] [M27] [M39]', async () => {
    const results = await together({ job: 'open', chats, calls: CALLS });
    expect(results).toHaveLength(PROCESSES * CALLS);
    expect(results.filter((result) => typeof result !== 'string')).toEqual([]);
    expect(new Set(results)).toEqual(new Set(chats.map((chat) => `claude-w-${chat}`)));
    const names = [...chats.map((chat) => `claude-w-${chat}`), 'person'];
    expect((await manager.listSessions(place.address)).toSorted()).toEqual(names);

    const more = Array.from({ length: CALLS }, (_, n) => `more${n}`);
    const codes = (await together({ job: 'open', chats: more, calls: CALLS })).map(
      (result) => (result as { code?: string }).code,
    );
    expect(new Set(codes)).toEqual(new Set(['SESSION_LIMIT_REACHED']));

    for (const chat of ['7', '8', '9']) await manager.killSession(place.address, `claude-w-${chat}`);
    const some = await together({ job: 'open', chats: more, calls: CALLS });
    expect(new Set(some.filter((result) => typeof result === 'string')).size).toBe(3);
    expect(await manager.describeSessions(place.address)).toHaveLength(10);
  });

  it('send to one session at once: each prompt once, whole, and in the order of its process [M20]', async () => {
    await installClaude(tmux.host, '/usr/bin');
    const results = await together({ job: 'send', chatId: '0' });
    expect(results.filter((result) => (result as { code?: string }).code !== undefined)).toEqual([]);
    const last = { requestId: 'last', chatId: '0', workspace: 'w' };
    await manager.sendToSession(place.address, 'claude-w-0', 'last', last);
    await tmux.host.run(['tmux', 'wait-for', 'answered last'], { timeoutMs: 120_000 });
    const prompts = (await readRequests(tmux.host, '/usr/bin/log-0')).map(({ argv }) => argv[1] ?? '');
    expect(prompts).toHaveLength(PROCESSES * 5 + 1);
    for (let who = 0; who < PROCESSES; who++) {
      const own = prompts.filter((prompt) => prompt.startsWith(`${who} says`));
      expect(own).toEqual(Array.from({ length: 5 }, (_, n) => `${who} says ${n}`));
    }
  });
});
