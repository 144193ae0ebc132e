import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Host } from '../../../src/hosts/host.js';
import { openHost } from '../../../src/hosts/open-host.js';
import { type LogEntry, readLog } from '../../../src/recorder/log-reader.js';
import { scrubLog } from '../../../src/recorder/scrub-log.js';
import { differentTools, type OpenPlace } from '../tmux/places.js';

const T = '2025-01-24T10:30:00+0000';

describe.each(differentTools)('scrubbing logs on $name', (place) => {
  let opened: OpenPlace;
  let host: Host;
  let folder: string;
  beforeAll(async () => {
    opened = await place.open();
    host = await openHost(opened.address, opened.options);
    folder = (await host.script('mktemp -d')).stdout.toString().trim();
  });
  afterAll(async () => {
    await host?.files.remove(folder);
    await host?.close();
    await opened?.[Symbol.asyncDispose]();
  });

  const newId = () => `r${randomBytes(6).toString('hex')}`;
  const newSecret = () => `sk-${randomBytes(20).toString('base64')}`;
  const read = async (name: string) =>
    (await host.files.read(`${folder}/${name}`, { timeoutMs: 60_000 })).data.toString();
  const inodes = async (id: string) =>
    (await host.script('cd "$1" && ls -i $2.*', [folder, id])).stdout.toString();

  it('overwrites every occurrence in all segments, with the same length and in the same files [A68]', async () => {
    const id = newId();
    const secret = newSecret();
    const stars = '*'.repeat(secret.length);
    const first = `${T} ${secret} and ${secret}\n${T} nothing\n`;
    const second = `${T} ${secret.slice(0, 9)}\x1b[32m${secret.slice(9)}\n`.repeat(60);
    const third = `${JSON.stringify({ time: T, text: `"${secret}"` })}\n`;
    const at = 5000 + Buffer.byteLength(first);
    await host.files.write(`${folder}/${id}.log.5000`, first);
    await host.files.write(`${folder}/${id}.log.${at}`, second);
    await host.files.write(`${folder}/${id}.log`, third);
    const before = await inodes(id);
    expect(await scrubLog(host, { folder, id }, [secret], { timeoutMs: 50_000 })).toBe(2 + 120 + 1);
    expect(await inodes(id)).toBe(before);
    expect(await read(`${id}.log.5000`)).toBe(first.replaceAll(secret, stars));
    expect(await read(`${id}.log.${at}`)).toBe(
      `${T} ${'*'.repeat(9)}\x1b[32m${'*'.repeat(secret.length - 9)}\n`.repeat(60),
    );
    expect(await read(`${id}.log`)).toBe(third.replace(secret, stars));
    expect(await scrubLog(host, { folder, id }, [secret])).toBe(0);
  });

  it('finds secrets that JSON writes in another way, and lines that are longer than one read', async () => {
    const id = newId();
    const secret = 'pass"word\\é/x';
    const json = `${JSON.stringify({ time: T, text: `a ${secret} b` })}\n`;
    const long = `${T} ${'x'.repeat(1_500_000)}${secret}${'y'.repeat(100)}\n`;
    await host.files.write(`${folder}/${id}.log`, json + long, { timeoutMs: 60_000 });
    expect(await scrubLog(host, { folder, id }, [secret, ''])).toBe(2);
    const text = await read(`${id}.log`);
    expect(Buffer.byteLength(text)).toBe(Buffer.byteLength(json + long));
    expect(text).toMatch(/"a \*{16} b"\}\n[^*]+x\*{14}y{100}\n$/);
  });

  it('loses nothing that is appended meanwhile, and cursors stay true [A68]', async () => {
    const id = newId();
    const secret = newSecret();
    const old = Array.from({ length: 300 }, (_, index) => `${T} old ${index} ${secret}\n`).join('');
    await host.files.write(`${folder}/${id}.log`, old);
    // Appends and rotates as the recorder does, until it is told to stop.
    const script = `cd "$1" && id=$2 n=0 base=0 size=$3
while [ ! -e stop-$id ]; do
  exec 5>>$id.log
  part=0
  while [ $part -lt 100 ]; do
    line="${T} new $n"
    echo "$line" >&5
    size=$((size + \${#line} + 1)) part=$((part+1)) n=$((n+1))
  done
  sleep 0.2
  mv $id.log $id.log.$base
  base=$((base + size)) size=0
done
exec 5>>$id.log; echo $n`;
    const args = [folder, id, String(Buffer.byteLength(old))];
    const writing = host.run(['sh', '-c', script, 'sh', ...args], { timeoutMs: 50_000 });
    await expect.poll(() => host.script('[ -e "$1" ]', [`${folder}/${id}.log.0`])).toMatchObject({ code: 0 });
    const { entries } = await readLog(host, { folder, id });
    expect(await scrubLog(host, { folder, id }, [secret], { timeoutMs: 50_000 })).toBe(300);
    await host.files.write(`${folder}/stop-${id}`, '');
    const written = Number((await writing).stdout);
    const all: LogEntry[] = [];
    for (let cursor = 0, more = true; more; ) {
      const slice = await readLog(host, { folder, id }, { cursor });
      all.push(...slice.entries);
      ({ cursor, hasMore: more } = slice);
    }
    expect(all.map(({ text }) => text)).toEqual([
      ...Array.from({ length: 300 }, (_, index) => `old ${index} ${'*'.repeat(secret.length)}`),
      ...Array.from({ length: written }, (_, index) => `new ${index}`),
    ]);
    expect(all.slice(0, entries.length).map(({ end }) => end)).toEqual(entries.map(({ end }) => end));
  });

  it('shows no secret in a list of processes, and leaves no other file', async () => {
    const id = newId();
    const secret = newSecret();
    await host.files.write(`${folder}/${id}.log`, `${T} ${secret}\n`.repeat(100));
    const watching = host.run(
      [
        'sh',
        '-c',
        'cd "$1"; while [ ! -e stop-$2 ]; do cat /proc/[0-9]*/cmdline; : > watch-$2; done 2>/dev/null',
        'sh',
        folder,
        id,
      ],
      { timeoutMs: 50_000 },
    );
    const watched = () => host.script('[ -e "$1" ]', [`${folder}/watch-${id}`]);
    await expect.poll(watched).toMatchObject({ code: 0 });
    await scrubLog(host, { folder, id }, [secret], { timeoutMs: 50_000 });
    await host.files.write(`${folder}/stop-${id}`, '');
    const { stdout } = await watching;
    expect(stdout.length).toBeGreaterThan(0);
    expect(stdout.includes(secret)).toBe(false);
    const names = (await host.files.list(folder)).map(({ name }) => name).filter((name) => name.includes(id));
    expect(names.sort()).toEqual([`${id}.log`, `stop-${id}`, `watch-${id}`]);
  });

  it('says where there is no log, and stops when it is told to', async () => {
    await expect(scrubLog(host, { folder, id: 'none' }, ['x'])).rejects.toMatchObject({
      code: 'LOG_UNAVAILABLE',
    });
    const signal = AbortSignal.abort();
    await expect(scrubLog(host, { folder, id: 'none' }, ['x'], { signal })).rejects.toMatchObject({
      code: 'ABORTED',
    });
  });
});
