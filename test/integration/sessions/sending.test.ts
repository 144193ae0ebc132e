import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connect, type TmuxManager } from '../../../src/index.js';
import { sized, soak } from '../../soak.js';
import { type ChatServer, chatServer } from './chat-server.js';

const metadata = (requestId: string, chatId: string) => ({ requestId, chatId, workspace: 'w' });

/** Everything that a caller can have in a string, but NUL; with what shells, terminals and options stumble over. */
const prompts = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        '\n',
        '\r',
        '\t',
        '\x1b[31m',
        '\x1b]0;x\x07',
        '\x03',
        '\x04',
        '\x1a',
        '\x1b\x1f5',
        '\x7f',
      ),
      fc.constantFrom(
        "'",
        '"',
        '`',
        '$',
        '\\',
        '!',
        '!!',
        '-',
        '--',
        '$(x)',
        '#{pid}',
        '%H',
        ';',
        '~',
        '*',
        '{prompt}',
      ),
      fc.string({ unit: 'binary', maxLength: 20 }),
      fc.string({ unit: 'grapheme', maxLength: 20 }),
    ),
    { maxLength: 30 },
  )
  .map((parts) => Buffer.from(parts.join('').replaceAll('\0', '')).toString());

const numRuns = sized(12, 1_000);
const timeoutMs = soak ? 900_000 : 200_000;

describe.each(['bash', 'zsh', 'fish', 'dash', 'busybox'])('prompts to a session with %s', (shell) => {
  let chats: ChatServer;
  let session: string;
  beforeAll(async () => {
    chats = await chatServer({
      config: { shell },
      claude: '[ "$2" != stuck ] || { echo stuck now; read -r line; }',
    });
    session = await chats.manager.getOrCreateSession(chats.address, 'w', '1');
  });
  afterAll(() => chats[Symbol.asyncDispose]());

  it(
    'arrive as one argument, byte for byte, whatever is in them [M16] [M17]',
    async () => {
      const seed = Date.now();
      const sent = [
        ...fc.sample(prompts, { numRuns, seed }),
        ...['', ' ', '-p', '--help', 'a\\', "'", '\n\n', 'x'.repeat(100_000), `${"é'\n".repeat(10_000)}end`],
      ];
      for (const [number, prompt] of sent.entries()) {
        const last = number === sent.length - 1;
        await chats.manager.sendToSession(
          chats.address,
          session,
          prompt,
          metadata(last ? 'last' : `${number}`, '1'),
        );
      }
      await chats.answered('last', timeoutMs);
      const requests = await chats.requests('1');
      expect(
        requests.map(({ argv }) => argv),
        `seed ${seed}`,
      ).toEqual(sent.map((prompt) => ['-p', prompt]));
    },
    timeoutMs,
  );

  it('may be bytes that are no text', async () => {
    const { manager, address, host, folder } = chats;
    const bytes = Uint8Array.from({ length: 255 }, (_, n) => n + 1);
    const broken = Uint8Array.from([0xc3, 0x27, 0xe2, 0x82, 0xff, 0x5c, 0xf0, 0x9f]);
    for (const [n, prompt] of [bytes, broken].entries())
      await manager.sendToSession(address, session, prompt, metadata(`bytes-${n}`, 'bytes'));
    await chats.answered('bytes-1');
    const { data } = await host.files.read(`${folder}/log-bytes`);
    const around = (prompt: Uint8Array, n: number) => ['2\0-p\0', prompt, `\0bytes-${n}\0bytes\0w\0`];
    const all = [bytes, broken].flatMap(around).map((part) => Buffer.from(part as string));
    expect(data.toString('latin1')).toBe(Buffer.concat(all).toString('latin1'));
  });

  it('have metadata of any content, each only its own, which no value breaks out of [M14] [M15]', async () => {
    const { manager, address, tmux } = chats;
    const evil = { requestId: `'; touch /tmp/evil; '$(id)\n"`, chatId: '2', workspace: '`x` \\ ! -n\t' };
    await manager.sendToSession(address, session, 'one', evil);
    await manager.sendToSession(address, session, 'two', metadata('two', '2'));
    await chats.answered('two');
    const [first, second] = await chats.requests('2');
    expect(first).toEqual({ argv: ['-p', 'one'], ...evil });
    expect(second).toEqual({ argv: ['-p', 'two'], ...metadata('two', '2') });
    const [pane = ''] = await tmux.command('display-message', '-p', '-t', `=${session}:`, '#{pane_id}');
    const after = tmux.pane(pane);
    await after.sendText('echo "<$REQUEST_ID$CHAT_ID>"\n');
    await after.waitForText(/<>$/m);
  });

  it('wait for what a person runs, and leave half a line as it is', async () => {
    const { manager, address, tmux } = chats;
    const [id = ''] = await tmux.command('display-message', '-p', '-t', `=${session}:`, '#{pane_id}');
    const pane = tmux.pane(id);
    await pane.sendText('sh -c \'echo; echo "up $((1+1))"; read x; echo "got $x."\'\n');
    await pane.waitForText(/^up 2/m);
    const receipt = await manager.sendToSession(address, session, 'behind', metadata('behind', '3'));
    expect(receipt.status).toBe('queued');
    expect((await manager.describeSessions(address))[0]).toMatchObject({ busy: true, queued: 1 });
    await pane.sendText('mine\n');
    await chats.answered('behind');
    await pane.waitForText(/^got mine\./m);
    await pane.waitForCursorLine(/[#$%>] ?$/);
    await pane.sendText('echo "ha');
    await pane.waitForText('echo "ha');
    await manager.sendToSession(address, session, 'beside', metadata('beside', '3'));
    await pane.sendText('lf"\n');
    await chats.answered('beside');
    await pane.waitForText(/^half/m);
    expect((await chats.requests('3')).map(({ argv }) => argv[1])).toEqual(['behind', 'beside']);
  });

  it('go on where a person interrupts one', async () => {
    const { manager, address, tmux } = chats;
    const [id = ''] = await tmux.command('display-message', '-p', '-t', `=${session}:`, '#{pane_id}');
    await manager.sendToSession(address, session, 'stuck', metadata('stuck', '4'));
    await manager.sendToSession(address, session, 'next', metadata('next', '4'));
    await tmux.pane(id).waitForText(/^stuck now/m);
    await tmux.pane(id).sendKeys('C-c');
    await chats.answered('next');
    await manager.sendToSession(address, session, 'last', metadata('afterwards', '4'));
    await chats.answered('afterwards');
    expect((await chats.requests('4')).map(({ argv }) => argv[1])).toEqual(['stuck', 'next', 'last']);
  });
});

describe('sending', () => {
  let chats: ChatServer;
  let manager: TmuxManager;
  beforeAll(async () => {
    chats = await chatServer({ config: { shell: 'bash' }, maxSessionsPerContainer: 20 });
    ({ manager } = chats);
  });
  afterAll(() => chats[Symbol.asyncDispose]());

  it('fails where there is no such session, and sends nothing [M12]', async () => {
    await chats.tmux.ensureSession('claude-nobody-12');
    const sending = manager.sendToSession(chats.address, 'claude-nobody-1', 'x', metadata('1', '1'));
    await expect(sending).rejects.toMatchObject({
      code: 'SESSION_NOT_FOUND',
      suggestion: expect.any(String),
    });
    await expect(sending).rejects.toThrow(/^Session claude-nobody-1 does not exist/);
    expect(await chats.tmux.command('list-buffers')).toEqual([]);
  });

  it('to one session does not wait for what another one runs', async () => {
    const { host, folder, address, tmux } = chats;
    const meet = `#!/bin/sh\ntmux wait-for -S "$1-is-here"; tmux wait-for "$2-is-here"; tmux wait-for -S "$1-is-done"\n`;
    await host.files.write(`${folder}/meet`, meet, { mode: 0o755 });
    const words = ['a', 'b'].map((who) => ({ who, other: who === 'a' ? 'b' : 'a' }));
    const sends = words.map(async ({ who, other }) => {
      const meeting = chats.another({ command: `meet {prompt} ${other}` });
      const name = await meeting.getOrCreateSession(address, 'meet', who);
      return meeting.sendToSession(address, name, who, metadata(who, who));
    });
    expect((await Promise.all(sends)).map(({ requestId }) => requestId)).toEqual(['a', 'b']);
    // Each ends only when the other has begun.
    for (const { who } of words) await tmux.request([['wait-for', `${who}-is-done`]], { timeoutMs: 120_000 });
  });

  it('types nothing into a session that is not ours', async () => {
    const session = await chats.tmux.ensureSession('foreign', { command: ['cat'] });
    await expect(
      manager.sendToSession(chats.address, 'foreign', 'x', metadata('1', '1')),
    ).rejects.toMatchObject({ code: 'SHELL_NOT_INTEGRATED' });
    const [pane] = await session.panes();
    expect((await chats.tmux.pane(pane?.id ?? '').capture()).trim()).toBe('');
  });

  it('types nothing where the shell has ended, or something else is in its place; a new call brings it back', async () => {
    const name = await manager.getOrCreateSession(chats.address, 'ended', '9');
    const session = await chats.tmux.findSession(name);
    const other = await session?.newWindow({ command: ['cat'] });
    const [pane] = (await session?.panes()) ?? [];
    await chats.tmux.pane(pane?.id ?? '').kill();
    const send = (): Promise<unknown> =>
      manager.sendToSession(chats.address, name, 'again', metadata('e', '9'));
    await expect(send()).rejects.toMatchObject({ code: 'PANE_DEAD', suggestion: expect.any(String) });
    expect((await other?.capture())?.trim()).toBe('');
    expect(await manager.getOrCreateSession(chats.address, 'ended', '9')).toBe(name);
    await send();
    await chats.answered('e');
    expect(await session?.windows()).toHaveLength(2);

    const id = (await chats.manager.describeSessions(chats.address)).find(({ chatId }) => chatId === '9');
    expect(id).toMatchObject({ sessionName: name });
    const panes = (await session?.panes()) ?? [];
    const shell = panes.find(({ id: one }) => one !== other?.id);
    await chats.tmux.command('respawn-pane', '-k', '-t', shell?.id ?? '', 'exec cat');
    await expect(send()).rejects.toMatchObject({ code: 'PANE_DEAD' });
  });

  it('moves the time of last use, unless it fails [M18]', async () => {
    let now = new Date('2026-01-01T00:00:00.500Z');
    const dated = chats.another({ clock: () => now });
    const name = await dated.getOrCreateSession(chats.address, 'times', '1');
    now = new Date('2026-01-01T00:01:00.250Z');
    await expect(dated.sendToSession(chats.address, name, 'x\0', metadata('1', '1'))).rejects.toMatchObject({
      code: 'INVALID_ARGUMENT',
    });
    const times = async () =>
      (await dated.describeSessions(chats.address)).find(({ sessionName }) => sessionName === name);
    expect((await times())?.lastUsedAt).toEqual(new Date('2026-01-01T00:00:00.500Z'));
    const { sentAt } = await dated.sendToSession(chats.address, name, 'x', metadata('t', 't'));
    expect(sentAt).toEqual(now);
    expect(await times()).toMatchObject({ createdAt: new Date('2026-01-01T00:00:00.500Z'), lastUsedAt: now });
    expect(
      (await chats.store.sessions.list()).find(({ workspace }) => workspace === 'times')?.lastUsedAt,
    ).toEqual(now);
  });

  it('says at once what cannot be sent', async () => {
    const name = await manager.getOrCreateSession(chats.address, 'w', '1');
    const send = (prompt: string | Uint8Array, more = {}): Promise<unknown> =>
      manager.sendToSession(chats.address, name, prompt, { ...metadata('1', '1'), ...more });
    await expect(send('x'.repeat(1_000_000))).rejects.toMatchObject({
      code: 'TEXT_TOO_LONG',
      message: 'The prompt has 1000000 bytes, and 120000 is the maximum.',
    });
    for (const half of ['a\ud83d', '\udc00b', '\ud83d\ud83d\ude00'])
      await expect(send(half)).rejects.toMatchObject({
        code: 'INVALID_ARGUMENT',
        suggestion: expect.any(String),
      });
    await expect(send('x', { workspace: '\ud800' })).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
    await expect(send(Buffer.from('a\0b'))).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
    for (const command of ['claude -p --a={prompt}:"b c"{prompt}', ['claude', '{prompt}{prompt}']]) {
      const twice = chats.another({ command });
      const sendTwice = (prompt: string) =>
        twice.sendToSession(chats.address, name, prompt, metadata('1', '1'));
      await expect(sendTwice('x'.repeat(70_000))).rejects.toMatchObject({
        code: 'TEXT_TOO_LONG',
        message: expect.stringContaining('and 131071 is the maximum'),
      });
    }
    // A prompt that was sent before has one until its shell has read it.
    await expect.poll(() => chats.tmux.command('list-buffers')).toEqual([]);
    await expect(send('x', { requestId: '\0' })).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
    await expect(send(undefined as unknown as string)).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
  });

  it('runs another command where one is given, with aliases of the shell and several steps', async () => {
    const { host, folder, address } = chats;
    await host.files.write(`${folder}/.bashrc`, `alias ask='printf "<%s>\\n"'\n`);
    const asking = chats.another({ command: 'cd / && ask "$REQUEST_ID" {prompt} && pwd' });
    const name = await asking.getOrCreateSession(address, 'template', '1');
    await asking.sendToSession(address, name, "it's", metadata('r7', '1'));
    const [id = ''] = await chats.tmux.command('display-message', '-p', '-t', `=${name}:`, '#{pane_id}');
    await chats.tmux.pane(id).waitForText(/^<r7>\n<it's>\n\/$/m);
    const words = chats.another({ command: ['printf', '%s|', '--text={prompt}', '$HOME'] });
    await words.sendToSession(address, name, 'a b', metadata('r8', '1'));
    await chats.tmux.pane(id).waitForText(/^--text=a b\|\$HOME\|/m);
  });

  it('is not lost where the prompt of the user tells tmux something else while it is being made', async () => {
    const { host, folder, address, tmux } = chats;
    const tell = `#!/bin/sh
[ ! -e "$HOME/told" ] || exit 0
: >"$HOME/told"
printf '\\033]7;file://elsewhere/\\007' >/dev/tty
tmux wait-for -S telling; tmux wait-for told
`;
    await host.files.write(`${folder}/tell`, tell, { mode: 0o755 });
    await host.files.write(`${folder}/.bashrc`, `PS1='$("$HOME/tell")$ '\n`);
    const name = await manager.getOrCreateSession(address, 'tells', '1');
    await tmux.request([['wait-for', 'telling']], { timeoutMs: 120_000 });
    const { status } = await manager.sendToSession(address, name, 'x', metadata('tells', 'tells'));
    expect(status).toBe('queued');
    await tmux.command('wait-for', '-S', 'told');
    await chats.answered('tells');
    await host.files.remove(`${folder}/.bashrc`);
  });

  it('waits in a plain sh for half a line, until that is submitted or erased', async () => {
    const { address, tmux } = chats;
    const plain = chats.another({ config: { shell: 'dash' } });
    const name = await plain.getOrCreateSession(address, 'plain', '1');
    const [id = ''] = await tmux.command('display-message', '-p', '-t', `=${name}:`, '#{pane_id}');
    await tmux.pane(id).waitForCursorLine(/[#$] ?$/);
    await tmux.pane(id).sendText('ab');
    await tmux.pane(id).waitForCursorLine(/ab$/);
    const { status } = await plain.sendToSession(address, name, 'x', metadata('erased', 'plain'));
    expect(status).toBe('queued');
    await tmux.pane(id).sendKeys('BSpace', 'BSpace');
    await chats.answered('erased');
  });

  it('works without control mode, and what waited for a session that ended is dropped all the same', async () => {
    const { address, tmux } = chats;
    const name = await manager.getOrCreateSession(address, 'one-shot', '1');
    await using plain = await connect(address, { control: false, timeoutMs: 60_000 });
    await manager.sendToSession(plain, name, "it's é", metadata('one-shot', 'one-shot'));
    await chats.answered('one-shot');
    expect((await chats.requests('one-shot')).map(({ argv }) => argv[1])).toEqual(["it's é"]);
    const cat = chats.another({ command: ['cat', '{prompt}'] });
    await cat.sendToSession(address, name, '-', metadata('cat', 'cat'));
    await manager.sendToSession(plain, name, 'waits', metadata('waits', 'waits'));
    const buffers = () => tmux.command('list-buffers', '-F', '#{buffer_name}');
    await expect.poll(buffers).toHaveLength(1);
    await tmux.command('kill-session', '-t', `=${name}`);
    expect(await buffers()).toHaveLength(1);
    await manager.getOrCreateSession(address, 'one-shot', '2');
    expect(await buffers()).toEqual([]);
  });

  it('shows people who look a command that they can read', async () => {
    const name = await manager.getOrCreateSession(chats.address, 'people', '1');
    await manager.sendToSession(chats.address, name, 'Say "hi"\x07\nto Anna', metadata('p', 'p'));
    await chats.answered('p');
    const [id = ''] = await chats.tmux.command('display-message', '-p', '-t', `=${name}:`, '#{pane_id}');
    await chats.tmux.pane(id).waitForText(`$ claude -p 'Say "hi"^G\n> to Anna'`);
  });
});
