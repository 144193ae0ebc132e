import { describe, expect, it } from 'vitest';
import { differentPlaces } from '../tmux/places.js';
import { chatServer } from './chat-server.js';

describe.each(differentPlaces)('sessions on $name', (place) => {
  it('take prompts in their order, exactly, from one process and the next, and end', async () => {
    await using opened = await place.open();
    await using chats = await chatServer({ place: opened });
    const { address, manager } = chats;
    const name = await manager.getOrCreateSession(address, 'w', 1);
    const prompts = ['one', "two\n'lines' \\ $x `y` !!", '-\x1b[2J\x03é🙂'];
    for (const [n, prompt] of prompts.entries()) {
      const metadata = { requestId: `${n}`, chatId: 'c', workspace: 'w' };
      await (n === 1 ? chats.another() : manager).sendToSession(address, name, prompt, metadata);
    }
    await chats.answered('2');
    expect((await chats.requests('c')).map(({ argv }) => argv[1])).toEqual(prompts);
    await manager.killSession(address, name);
    expect(await manager.listSessions(address)).toEqual(['main']);
  });
});
