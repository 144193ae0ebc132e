import { userInfo } from 'node:os';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Host } from '../../../src/hosts/host.js';
import { openHost } from '../../../src/hosts/open-host.js';
import { type ScratchSshd, scratchSshd } from '../../../src/testing/scratch-sshd.js';

let sshd: ScratchSshd;
let host: Host;
beforeAll(async () => {
  sshd = await scratchSshd();
  host = await openHost(sshd.address, sshd.options);
});
afterAll(async () => {
  await host?.close();
  await sshd?.[Symbol.asyncDispose]();
});

describe('a program over SSH', () => {
  test('runs as the user of the address', async () => {
    const { stdout } = await host.run(['id', '-un']);
    expect(stdout.toString()).toBe(`${userInfo().username}\n`);
  });

  test('gives stdout and stderr apart, and its exit code', async () => {
    const result = await host.run(['sh', '-c', 'echo out; echo err >&2; exit 7']);
    expect({ ...result, stdout: `${result.stdout}`, stderr: `${result.stderr}` }).toEqual({
      code: 7,
      stdout: 'out\n',
      stderr: 'err\n',
    });
  });

  test.each([0, 1, 126, 127, 254, 255])('may exit with %i', async (code) => {
    const result = await host.run(['sh', '-c', `echo last words >&2; exit ${code}`]);
    expect([result.code, result.stderr.toString()]).toEqual([code, 'last words\n']);
  });

  test.each([
    ['TERM', 143],
    ['KILL', 137],
    ['HUP', 129],
  ])('that SIG%s ends gives %i', async (signal, code) => {
    const result = await host.run(['sh', '-c', `kill -${signal} $$`]);
    expect([result.code, result.stderr.toString()]).toEqual([code, '']);
  });

  test('gets every argument as it is', async () => {
    const everyByte = String.fromCharCode(...Array.from({ length: 127 }, (_, i) => i + 1));
    const words = [
      '',
      ' ',
      "it's",
      '!!',
      'a\\',
      'one\ntwo\n',
      '-n',
      '$HOME `id` *',
      everyByte,
      '漢字 \u{1f600}',
    ];
    const { stdout } = await host.run(['printf', '%s\\0', ...words]);
    expect(stdout.toString().split('\0')).toEqual([...words, '']);
  });

  test('has an empty stdin unless input is given', async () => {
    const { code, stdout } = await host.run(['cat']);
    expect([code, stdout.length]).toEqual([0, 0]);
  });

  test('reads its input, whatever bytes it has', async () => {
    const input = Buffer.from(Array.from({ length: 1024 }, (_, i) => i % 256));
    const { stdout } = await host.run(['cat'], { input });
    expect(stdout.equals(input)).toBe(true);
  });

  test('takes and gives 20 MB', async () => {
    const input = Buffer.alloc(20_000_003, 'some text that is not all the same\n');
    const { stdout } = await host.run(['cat'], { input, timeoutMs: 60_000 });
    expect([stdout.length, stdout.equals(input)]).toEqual([input.length, true]);
  });

  test('may leave its input unread', async () => {
    const { code } = await host.run(['true'], { input: Buffer.alloc(5_000_000) });
    expect(code).toBe(0);
  });

  test('gets the environment and the folder it is given', async () => {
    const value = "it's\n$PATH!";
    const { stdout } = await host.run(['sh', '-c', 'printf %s "$WORD"; pwd'], {
      env: { WORD: value },
      cwd: '/usr',
    });
    expect(stdout.toString()).toBe(`${value}/usr\n`);
  });

  test('that does not exist is PROGRAM_NOT_FOUND', async () => {
    await expect(host.run(['no-such-program'])).rejects.toMatchObject({
      code: 'PROGRAM_NOT_FOUND',
      message: `There is no program 'no-such-program' on ${sshd.address}.`,
    });
  });

  test('that is no program is PERMISSION_DENIED', async () => {
    await expect(host.run(['/etc/passwd'])).rejects.toMatchObject({ code: 'PERMISSION_DENIED' });
  });

  test('in a folder that does not exist is FILE_NOT_FOUND', async () => {
    await expect(host.run(['pwd'], { cwd: '/no/such' })).rejects.toMatchObject({
      code: 'FILE_NOT_FOUND',
      message: `There is no folder '/no/such' on ${sshd.address}.`,
    });
  });

  test('that prints too much is stopped', async () => {
    const flood = host.run(['yes'], { maxOutputBytes: 100_000 });
    await expect(flood).rejects.toMatchObject({ code: 'OUTPUT_TOO_LARGE' });
  });

  test('may print exactly as much as is allowed', async () => {
    const { stdout } = await host.run(['printf', '%1000s', 'x'], { maxOutputBytes: 1000 });
    expect(stdout.length).toBe(1000);
  });

  test('whose name is empty is refused', async () => {
    await expect(host.run([''])).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
  });
});

test('files are written and read', async () => {
  const path = `${sshd.folder}/notes/über uns.txt`;
  await host.files.write(path, 'first\n', { makeFolders: true });
  await host.files.write(path, 'second\n', { append: true });
  const { data } = await host.files.read(path, { offset: 6 });
  expect(data.toString()).toBe('second\n');
  await expect(host.files.read(`${path}.not`)).rejects.toMatchObject({ code: 'FILE_NOT_FOUND' });
});

test('what a login script prints is not taken for output of the program', async () => {
  // Any shell prints the banner of a command that fails before ours; a forced command is one that all shells have.
  const forced = `ForceCommand echo "Welcome!"; echo "Have a nice day." >&2; eval "$SSH_ORIGINAL_COMMAND"`;
  await using noisy = await scratchSshd({ serverConfig: [forced] });
  await using noisyHost = await openHost(noisy.address, noisy.options);
  const { stdout, stderr } = await noisyHost.run(['sh', '-c', 'echo out; echo err >&2']);
  expect([stdout.toString(), stderr.toString()]).toEqual(['out\n', 'err\n']);
  const stream = await noisyHost.open(['echo', 'out']);
  const chunks: Buffer[] = [];
  stream.onData((chunk) => chunks.push(chunk));
  expect(await stream.closed).toEqual({ code: 0, stderr: '', error: undefined });
  expect(Buffer.concat(chunks).toString()).toBe('out\n');
});

test('a host that was closed says so', async () => {
  const closed = await openHost(sshd.address, sshd.options);
  await closed.close();
  await expect(closed.run(['true'])).rejects.toMatchObject({ code: 'CLOSED' });
});
