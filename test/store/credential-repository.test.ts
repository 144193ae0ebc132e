import { readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Store } from '../../src/store/store.js';
import { StoreBed } from './store-bed.js';

const SECRET = 'sk-ant-oat01-canary-4711-canary';
const key = { agent: 'claude', name: 'oauth-token' };
const now = new Date('2025-01-24T10:30:00.000Z');

let bed: StoreBed;
let folder: string;
let store: Store;
beforeEach(async () => {
  bed = await StoreBed.make();
  folder = join(bed.folder, 'state');
  store = await open();
});
afterEach(async () => {
  await store.close();
  await bed[Symbol.asyncDispose]();
});

describe('credentials', () => {
  it('come back in clear for who asks for one, by its id or its name', async () => {
    const info = await store.credentials.put({
      ...key,
      value: SECRET,
      runId: 'r1',
      metadata: { plan: 'max' },
    });
    expect(info).toEqual({
      id: expect.any(String),
      ...key,
      createdAt: now,
      runId: 'r1',
      metadata: { plan: 'max' },
    });
    expect(await store.credentials.get(key)).toEqual({ ...info, value: SECRET });
    expect(await store.credentials.get(info.id)).toEqual({ ...info, value: SECRET });
    expect(await store.credentials.get('none')).toBeUndefined();
  });

  it('are not in clear in any file, list or event [A67]', async () => {
    await store.credentials.put({ ...key, value: SECRET });
    expect(inspect(await store.credentials.list(), { depth: 9 })).not.toContain(SECRET);
    await expectNoSecret();
    await store.credentials.put({ ...key, value: `${SECRET}2` });
    await store.credentials.remove(key);
    await expectNoSecret();
    await store.close();
    await expectNoSecret();
    store = await open();
  });

  it('are replaced under the same name, listed by agent, and removed', async () => {
    const first = await store.credentials.put({ ...key, value: 'one' });
    const second = await store.credentials.put({ ...key, value: 'two', metadata: { again: true } });
    expect(second).toEqual({ ...first, metadata: { again: true } });
    expect(await store.credentials.get(key)).toMatchObject({ value: 'two' });
    const other = await store.credentials.put({ agent: 'gh', name: 'token', value: '' });
    expect(await store.credentials.list()).toEqual([second, other]);
    expect(await store.credentials.list({ agent: 'gh' })).toEqual([other]);
    expect(await store.credentials.remove(key)).toBe(true);
    expect(await store.credentials.remove(key)).toBe(false);
    expect(await store.credentials.get(other.id)).toMatchObject({ value: '' });
  });

  it('cannot be read or added to without their key, but listed and removed', async () => {
    await store.credentials.put({ ...key, value: SECRET });
    await rename(join(folder, 'credentials.key'), join(folder, 'elsewhere'));
    await using fresh = await open();
    const missing = {
      code: 'VAULT_KEY_MISSING',
      message: expect.stringContaining('is missing, and values in the database are encrypted with it'),
      suggestion: expect.stringContaining('Put the key file back'),
    };
    await expect(fresh.credentials.get(key)).rejects.toMatchObject(missing);
    await expect(fresh.credentials.put({ ...key, value: 'x' })).rejects.toMatchObject(missing);
    expect(await readdir(folder)).not.toContain('credentials.key');
    expect(await fresh.credentials.list()).toHaveLength(1);
    await rename(join(folder, 'elsewhere'), join(folder, 'credentials.key'));
    expect(await fresh.credentials.get(key)).toMatchObject({ value: SECRET });
  });

  it('are not opened with another key, or one that is cut short', async () => {
    await store.credentials.put({ ...key, value: SECRET });
    for (const [bytes, message] of [
      [Buffer.alloc(32, 7), 'is not the one'],
      [Buffer.alloc(5, 7), 'wrong length'],
    ] as const) {
      await writeFile(join(folder, 'credentials.key'), bytes);
      await using fresh = await open();
      const expected = { code: 'VAULT_KEY_MISSING', message: expect.stringContaining(message) };
      await expect(fresh.credentials.get(key)).rejects.toMatchObject(expected);
    }
  });

  it('are refused where somebody changed them, or put one in the place of another', async () => {
    await store.credentials.put({ ...key, value: SECRET });
    await store.credentials.put({ agent: 'gh', name: 'token', value: 'other' });
    const sealed = await read('gh');
    const own = await read('claude');
    for (const value of [
      sealed,
      otherLetter(own, 30),
      own.slice(0, 20),
      own.slice(0, -1),
      'v1.00',
      '',
      SECRET,
    ]) {
      await write('claude', value);
      const failure = await store.credentials.get(key).catch((error: unknown) => error);
      expect(failure).toMatchObject({ message: expect.stringContaining('was changed or is not whole') });
      expect(inspect(failure, { depth: 9 })).not.toContain(SECRET);
    }
    expect(await store.credentials.get({ agent: 'gh', name: 'token' })).toMatchObject({ value: 'other' });
  });
});

describe('the vault', () => {
  it('opens what it sealed, for the same purpose only, and seals nothing the same way twice', async () => {
    const sealed = await store.vault.seal('rules ä\u{1f600}\0', 'run:1');
    expect(await store.vault.open(sealed, 'run:1')).toBe('rules ä\u{1f600}\0');
    await expect(store.vault.open(sealed, 'run:2')).rejects.toMatchObject({ code: 'SEALED_VALUE_DAMAGED' });
    expect(await store.vault.seal('rules ä\u{1f600}\0', 'run:1')).not.toBe(sealed);
  });
});

function otherLetter(text: string, index: number): string {
  return text.slice(0, index) + (text[index] === 'A' ? 'B' : 'A') + text.slice(index + 1);
}

function open(): Promise<Store> {
  return bed.open(() => now);
}

async function expectNoSecret(): Promise<void> {
  const rows = await bed.rows('select * from agent_credentials');
  expect(JSON.stringify(rows)).not.toContain(SECRET);
  const names = await readdir(folder);
  expect(names).toContain(bed.isPostgres ? 'credentials.key' : 'muxwright.db');
  for (const name of names) {
    const bytes = await readFile(join(folder, name));
    for (const form of ['utf8', 'base64', 'hex'] as const) {
      expect(bytes.includes(Buffer.from(SECRET).toString(form)), name).toBe(false);
    }
  }
}

async function read(agent: string): Promise<string> {
  const [row] = await bed.rows('select value from agent_credentials where agent = ?', [agent]);
  return String(row?.value);
}

async function write(agent: string, value: string): Promise<void> {
  await bed.rows('update agent_credentials set value = ? where agent = ?', [value, agent]);
}
