import { describe, expect, it } from 'vitest';
import {
  type DescribedSession,
  TmuxManager,
  type TmuxManagerConfig,
  type TmuxSessionInfo,
} from '../../../src/index.js';
import { chatServer } from '../sessions/chat-server.js';

/** The interface of the manager as callers have it in their own code, word for word. */
interface CallersSessionInfo {
  sessionName: string;
  workspace: string;
  chatId: string | number;
  createdAt: Date;
  lastUsedAt: Date;
  containerId: string;
}

interface CallersManagerConfig {
  maxSessionsPerContainer?: number;
  sessionIdleTimeoutMs?: number;
}

interface CallersManager {
  getOrCreateSession(containerId: string, workspace: string, chatId: string | number): Promise<string>;
  sendToSession(
    containerId: string,
    sessionName: string,
    prompt: string,
    metadata: { requestId: string; chatId: string; workspace: string },
  ): Promise<void>;
  sessionExists(containerId: string, sessionName: string): Promise<boolean>;
  listSessions(containerId: string): Promise<string[]>;
  killSession(containerId: string, sessionName: string): Promise<void>;
  cleanupIdleSessions(): Promise<number>;
}

type CallersConstructor = new (config?: CallersManagerConfig) => CallersManager;

describe('the exported TmuxManager', () => {
  it('is the class of the interface', async () => {
    await using chats = await chatServer();
    const manager: CallersManager = chats.manager;
    const name = await manager.getOrCreateSession(chats.address, 'cc-bridge', 123456789);
    expect(name).toBe('claude-cc-bridge-123456789');
    expect(await manager.sessionExists(chats.address, name)).toBe(true);
    const names: string[] = await manager.listSessions(chats.address);
    expect(names).toContain(name);
    const metadata = { requestId: 'req-001', chatId: '123456789', workspace: 'cc-bridge' };
    const sent: Promise<void> = manager.sendToSession(
      chats.address,
      name,
      'Hello "Claude"!\n$HOME',
      metadata,
    );
    await sent;
    await chats.answered('req-001');
    expect(await chats.requests('123456789')).toEqual([
      { argv: ['-p', 'Hello "Claude"!\n$HOME'], ...metadata },
    ]);
    const cleaned: number = await manager.cleanupIdleSessions();
    expect(cleaned).toBe(0);
    await manager.killSession(chats.address, name);
    expect(await manager.sessionExists(chats.address, name)).toBe(false);
  });

  it('is made with a configuration that the caller fills in', async () => {
    const config: TmuxManagerConfig = {};
    config.sessionIdleTimeoutMs = 1000;
    config.maxSessionsPerContainer = 2;
    const given: CallersManagerConfig = config;
    const Manager: CallersConstructor = TmuxManager;
    expect(new Manager(given)).toBeInstanceOf(TmuxManager);
    expect(new Manager()).toBeInstanceOf(TmuxManager);
    expect(() => new Manager({ maxSessionsPerContainer: 0 })).toThrow(/maxSessionsPerContainer/);
  });

  it('gives its receipt to callers that take a promise of nothing, too', async () => {
    await using chats = await chatServer();
    const name = await chats.manager.getOrCreateSession(chats.address, 'cc-bridge', '1');
    const send = (requestId: string): Promise<void> => {
      return chats.manager.sendToSession(chats.address, name, 'Hi', {
        requestId,
        chatId: '1',
        workspace: 'cc-bridge',
      });
    };
    const all = await Promise.all([send('r1'), send('r2')]);
    expect(all).toHaveLength(2);
    const metadata = { requestId: 'r3', chatId: '1', workspace: 'cc-bridge' };
    const { requestId, status } = await chats.manager.sendToSession(chats.address, name, 'Hi', metadata);
    expect([requestId, status]).toEqual(['r3', expect.stringMatching(/^(submitted|queued)$/)]);
    await chats.answered('r3');
  });

  it('tells of sessions in the shape of the interface', async () => {
    await using chats = await chatServer();
    await chats.manager.getOrCreateSession(chats.address, 'cc-bridge', '7');
    const described: DescribedSession[] = await chats.manager.describeSessions(chats.address);
    const known = new Map<string, CallersSessionInfo>(described.map((info) => [info.sessionName, info]));
    const own: TmuxSessionInfo = { ...(known.get('claude-cc-bridge-7') as CallersSessionInfo), chatId: 7 };
    expect(own).toMatchObject({ workspace: 'cc-bridge', chatId: 7, containerId: chats.address });
    expect(own.createdAt).toBeInstanceOf(Date);
  });
});
